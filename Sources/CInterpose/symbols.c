// Finds names of functions in the executable's own symbol table. The loader keeps only exported names.

#include "interposed.h"

#if CAPTURE_IS_AVAILABLE
#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct {
  uintptr_t start;
  const char *name;
} function_symbol;

static function_symbol *functions;
static size_t function_count;
static uintptr_t base;
static const char *image;
static size_t image_size;
static pthread_once_t is_loaded = PTHREAD_ONCE_INIT;

static int by_start(const void *a, const void *b) {
  uintptr_t first = ((const function_symbol *)a)->start, second = ((const function_symbol *)b)->start;
  return first < second ? -1 : first > second;
}

static int first_object(struct dl_phdr_info *info, size_t size, void *base) {
  (void)size;
  *(uintptr_t *)base = info->dlpi_addr;
  return 1;
}

void range_of_object(const struct dl_phdr_info *info, uintptr_t *start, uintptr_t *end) {
  *start = UINTPTR_MAX;
  *end = 0;
  for (int index = 0; index < info->dlpi_phnum; index++) {
    const ElfW(Phdr) *part = &info->dlpi_phdr[index];
    if (part->p_type != PT_LOAD) continue;
    uintptr_t first = info->dlpi_addr + part->p_vaddr, last = first + part->p_memsz;
    if (first < *start) *start = first;
    if (last > *end) *end = last;
  }
}

static int look_for_library(struct dl_phdr_info *info, size_t size, void *wanted) {
  (void)size;
  library *library = wanted;
  if (!info->dlpi_name || !strstr(info->dlpi_name, library->name)) return 0;
  uintptr_t start, end;
  range_of_object(info, &start, &end);
  library->start = start;
  library->end = end;
  return 1;
}

bool is_in_library(library *library, const void *address) {
  if (!library->end) dl_iterate_phdr(look_for_library, library);
  return (uintptr_t)address >= library->start && (uintptr_t)address < library->end;
}

/// Maps the executable into memory for good, since names are returned without copying.
static void load(void) {
  int file = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
  struct stat status;
  if (file < 0 || fstat(file, &status) != 0) return;
  const char *mapped = mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, file, 0);
  close(file);
  if (mapped == MAP_FAILED) return;
  image = mapped;
  image_size = (size_t)status.st_size;
  dl_iterate_phdr(first_object, &base);
  const ElfW(Ehdr) *header = (const void *)image;
  const ElfW(Shdr) *sections = (const void *)(image + header->e_shoff);
  for (int index = 0; index < header->e_shnum; index++) {
    if (sections[index].sh_type != SHT_SYMTAB) continue;
    const ElfW(Sym) *symbols = (const void *)(image + sections[index].sh_offset);
    const char *names = image + sections[sections[index].sh_link].sh_offset;
    size_t count = sections[index].sh_size / sizeof *symbols;
    functions = malloc(count * sizeof *functions);
    for (size_t symbol = 0; functions && symbol < count; symbol++) {
      if ((symbols[symbol].st_info & 0xf) != STT_FUNC || !symbols[symbol].st_value) continue;
      functions[function_count++] =
        (function_symbol){base + symbols[symbol].st_value, names + symbols[symbol].st_name};
    }
    qsort(functions, function_count, sizeof *functions, by_start);
    return;
  }
}

section executable_section(const char *name) {
  pthread_once(&is_loaded, load);
  if (!image) return (section){NULL, 0};
  const ElfW(Ehdr) *header = (const void *)image;
  const ElfW(Shdr) *sections = (const void *)(image + header->e_shoff);
  const char *names = image + sections[header->e_shstrndx].sh_offset;
  for (int index = 0; index < header->e_shnum; index++) {
    const ElfW(Shdr) *found = &sections[index];
    if (strcmp(names + found->sh_name, name) != 0) continue;
    if ((found->sh_flags & SHF_COMPRESSED) || found->sh_offset + found->sh_size > image_size) break;
    return (section){(const uint8_t *)image + found->sh_offset, found->sh_size};
  }
  return (section){NULL, 0};
}

uintptr_t executable_base(void) {
  pthread_once(&is_loaded, load);
  return base;
}

/// The number of functions that begin at or before an address.
static size_t functions_through(uintptr_t address) {
  pthread_once(&is_loaded, load);
  size_t low = 0, high = function_count;
  while (low < high) {
    size_t middle = (low + high) / 2;
    if (functions[middle].start <= address) low = middle + 1; else high = middle;
  }
  return low;
}

uintptr_t executable_end_of_function(const void *address) {
  size_t next = functions_through((uintptr_t)address);
  return next < function_count ? functions[next].start - base : UINTPTR_MAX;
}

char *capture_symbol(const void *address) {
  pthread_once(&is_loaded, load);
  Dl_info library;
  if (!dladdr(address, &library)) return NULL;
  if ((uintptr_t)library.dli_fbase != base) return library.dli_sname ? strdup(library.dli_sname) : NULL;
  size_t count = functions_through((uintptr_t)address);
  return count ? strdup(functions[count - 1].name) : NULL;
}
#endif
