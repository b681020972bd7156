/* interrupt SECONDS COMMAND-LINE: runs a command line in a console of its own, presses Ctrl-C there after so many seconds, and ends
 * with the exit code; with 99 if the program goes on for half a minute. */
#include <stdio.h>
#include <stdlib.h>
#include <windows.h>

static BOOL WINAPI keep(DWORD event) {
    (void)event;
    return TRUE;
}

int main(int count, char **words) {
    if (count != 3) {
        fputs("interrupt SECONDS COMMAND-LINE\n", stderr);
        return 98;
    }
    STARTUPINFOA start = {.cb = sizeof start, .dwFlags = STARTF_USESTDHANDLES};
    start.hStdInput = GetStdHandle(STD_INPUT_HANDLE);
    start.hStdOutput = GetStdHandle(STD_OUTPUT_HANDLE);
    start.hStdError = GetStdHandle(STD_ERROR_HANDLE);
    /* Others who use this console must not end, too. */
    FreeConsole();
    if (!AllocConsole()) {
        fprintf(stderr, "no console: error %lu\n", GetLastError());
        return 97;
    }
    /* A process may start with Ctrl-C switched off, and pass that on. */
    SetConsoleCtrlHandler(NULL, FALSE);
    PROCESS_INFORMATION process;
    if (!CreateProcessA(NULL, words[2], NULL, NULL, TRUE, 0, NULL, NULL, &start, &process)) {
        fprintf(stderr, "not started: error %lu\n", GetLastError());
        return 96;
    }
    SetConsoleCtrlHandler(keep, TRUE);
    Sleep((DWORD)(1000 * atof(words[1])));
    if (!GenerateConsoleCtrlEvent(CTRL_C_EVENT, 0)) {
        fprintf(stderr, "no Ctrl-C: error %lu\n", GetLastError());
        TerminateProcess(process.hProcess, 95);
        return 95;
    }
    if (WaitForSingleObject(process.hProcess, 30000) != WAIT_OBJECT_0) {
        TerminateProcess(process.hProcess, 99);
        return 99;
    }
    DWORD code = 94;
    GetExitCodeProcess(process.hProcess, &code);
    return (int)code;
}
