/* The one function of this library that Rust's programs call, for versions of Wine that don't have the library. */
#include <windows.h>

/* Random bytes: RtlGenRandom under its exported name. */
BOOLEAN NTAPI SystemFunction036(PVOID bytes, ULONG count);

BOOL WINAPI ProcessPrng(PBYTE bytes, SIZE_T count) {
    const SIZE_T most = 65536;
    while (count > 0) {
        ULONG next = (ULONG)(count < most ? count : most);
        if (!SystemFunction036(bytes, next)) {
            return FALSE;
        }
        bytes += next;
        count -= next;
    }
    return TRUE;
}
