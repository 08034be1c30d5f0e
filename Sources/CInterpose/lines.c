// Finds source lines in the executable's debug information (DWARF 2 to 5, section `.debug_line`).
//
// The section is read when the first find is reported. The first pass lists the sequences of instructions. For an
// address, the sequence that contains it is read again. Unexpected data end the reading, so that fewer lines are named.

#include "interposed.h"

#if CAPTURE_IS_AVAILABLE
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  const uint8_t *at, *end;
  bool is_cut;
} cursor;

/// The lists and parameters of a unit, to which its instructions refer.
typedef struct {
  cursor program;
  uint16_t version;
  uint8_t address_size, offset_size, minimum_length, opcode_base, line_range;
  int8_t line_base;
  const uint8_t *opcode_lengths;
  /// The start of the lists of directories and files.
  cursor lists;
} unit;

typedef struct {
  uintptr_t start, end;
  /// The header of its unit, and its first instruction.
  const uint8_t *unit, *program;
} sequence;

static sequence *sequences;
static size_t sequence_count;

static uint64_t fixed(cursor *from, unsigned size) {
  uint64_t value = 0;
  if ((size_t)(from->end - from->at) < size) {
    from->is_cut = true;
    return 0;
  }
  memcpy(&value, from->at, size);
  from->at += size;
  return value;
}
static uint64_t unsigned_number(cursor *from) {
  uint64_t value = 0;
  for (unsigned shift = 0; from->at < from->end; shift += 7) {
    uint8_t byte = *from->at++;
    if (shift < 64) value |= (uint64_t)(byte & 0x7f) << shift;
    if (!(byte & 0x80)) return value;
  }
  from->is_cut = true;
  return 0;
}
static int64_t signed_number(cursor *from) {
  int64_t value = 0;
  unsigned shift = 0;
  while (from->at < from->end) {
    uint8_t byte = *from->at++;
    if (shift < 64) value |= (int64_t)(byte & 0x7f) << shift;
    shift += 7;
    if (byte & 0x80) continue;
    return shift < 64 && (byte & 0x40) ? value | -((int64_t)1 << shift) : value;
  }
  from->is_cut = true;
  return 0;
}
static const char *text(cursor *from) {
  const char *start = (const char *)from->at;
  const uint8_t *end = memchr(from->at, 0, (size_t)(from->end - from->at));
  if (!end) {
    from->is_cut = true;
    return "";
  }
  from->at = end + 1;
  return start;
}
static const char *text_at(section in, uint64_t offset) {
  if (offset >= in.size) return "";
  cursor from = {in.start + offset, in.start + in.size, false};
  return text(&from);
}

/// Reads the header of a unit, and moves to the next unit; false at the end.
static bool read_unit(cursor *from, unit *unit) {
  if (from->at >= from->end) return false;
  unit->offset_size = 4;
  uint64_t length = fixed(from, 4);
  if (length == 0xffffffff) {
    unit->offset_size = 8;
    length = fixed(from, 8);
  }
  if (from->is_cut || length > (uint64_t)(from->end - from->at)) return false;
  cursor in = {from->at, from->at + length, false};
  from->at += length;
  unit->version = (uint16_t)fixed(&in, 2);
  unit->address_size = sizeof(uintptr_t);
  if (unit->version >= 5) {
    unit->address_size = (uint8_t)fixed(&in, 1);
    fixed(&in, 1);
  }
  uint64_t header = fixed(&in, unit->offset_size);
  if (in.is_cut || header > (uint64_t)(in.end - in.at)) return false;
  unit->program = (cursor){in.at + header, in.end, false};
  unit->minimum_length = (uint8_t)fixed(&in, 1);
  if (unit->version >= 4) fixed(&in, 1);
  fixed(&in, 1);
  unit->line_base = (int8_t)fixed(&in, 1);
  unit->line_range = (uint8_t)fixed(&in, 1);
  unit->opcode_base = (uint8_t)fixed(&in, 1);
  unit->opcode_lengths = in.at;
  if (unit->opcode_base == 0 || unit->line_range == 0 || in.end - in.at < unit->opcode_base - 1) return false;
  unit->lists = (cursor){in.at + unit->opcode_base - 1, unit->program.at, false};
  return !in.is_cut && unit->version >= 2 && unit->version <= 5 && unit->address_size == sizeof(uintptr_t);
}

typedef struct {
  uintptr_t address;
  uint64_t file, line;
} row;

/// Reads instructions until a sequence ends; false at the end of the unit.
///
/// - row_ended: receives each row and the start of the next one. If it returns true, the reading ends.
static bool read_sequence(
  const unit *unit, cursor *program, bool (*row_ended)(void *, row, uintptr_t next), void *argument, uintptr_t *start,
  uintptr_t *end
) {
  row now = {0, 1, 1}, last = now;
  bool has_row = false;
  while (program->at < program->end && !program->is_cut) {
    uint8_t opcode = *program->at++;
    bool is_row = false, is_end = false;
    if (opcode >= unit->opcode_base) {
      unsigned adjusted = opcode - unit->opcode_base;
      now.address += (adjusted / unit->line_range) * unit->minimum_length;
      now.line += (uint64_t)(int64_t)(unit->line_base + (int)(adjusted % unit->line_range));
      is_row = true;
    } else {
      switch (opcode) {
      case 0: {
        uint64_t size = unsigned_number(program);
        if (size == 0 || size > (uint64_t)(program->end - program->at)) return false;
        const uint8_t *next = program->at + size;
        switch (*program->at++) {
        case 1: is_end = true; break;
        case 2: now.address = (uintptr_t)fixed(program, sizeof(uintptr_t)); break;
        }
        program->at = next;
        break;
      }
      case 1: is_row = true; break;
      case 2: now.address += unsigned_number(program) * unit->minimum_length; break;
      case 3: now.line += (uint64_t)signed_number(program); break;
      case 4: now.file = unsigned_number(program); break;
      case 8: now.address += (uintptr_t)((255 - unit->opcode_base) / unit->line_range) * unit->minimum_length; break;
      case 9: now.address += (uintptr_t)fixed(program, 2); break;
      default:
        for (int count = unit->opcode_lengths[opcode - 1]; count > 0; count--) unsigned_number(program);
      }
    }
    if (!is_row && !is_end) continue;
    if (!has_row) *start = now.address;
    if (has_row && row_ended && row_ended(argument, last, now.address)) return true;
    *end = now.address;
    last = now;
    has_row = true;
    if (is_end) return true;
  }
  return false;
}

static int by_sequence(const void *a, const void *b) {
  uintptr_t first = ((const sequence *)a)->start, second = ((const sequence *)b)->start;
  return first < second ? -1 : first > second;
}

static void list_sequences(void) {
  section lines = executable_section(".debug_line");
  cursor from = {lines.start, lines.start + lines.size, false};
  size_t room = 0;
  unit unit;
  for (const uint8_t *header = from.at; read_unit(&from, &unit); header = from.at) {
    while (unit.program.at < unit.program.end) {
      sequence next = {0, 0, header, unit.program.at};
      if (!read_sequence(&unit, &unit.program, NULL, NULL, &next.start, &next.end)) break;
      // Sequences of functions that the linker removed begin at address 0.
      if (next.start == 0) continue;
      if (sequence_count == room) {
        room = room ? 2 * room : 4096;
        sequence *more = realloc(sequences, room * sizeof *sequences);
        if (!more) return;
        sequences = more;
      }
      sequences[sequence_count++] = next;
    }
  }
  qsort(sequences, sequence_count, sizeof *sequences, by_sequence);
}

typedef struct {
  uintptr_t address, limit;
  uint64_t file, line;
} search;

/// Instructions that the compiler adds have no line. The line of the function's next instruction with a line is used.
static bool row_ended(void *argument, row row, uintptr_t next) {
  search *wanted = argument;
  if (next <= wanted->address || row.line == 0) return false;
  if (row.address >= wanted->limit) return true;
  (wanted->file = row.file), (wanted->line = row.line);
  return true;
}

/// A value as text or number, by its form. Forms that do not occur in lists of files end the reading.
static uint64_t value(cursor *from, uint64_t form, uint8_t offset_size, const char **string) {
  switch (form) {
  case 0x08: *string = text(from); return 0;
  case 0x0e: *string = text_at(executable_section(".debug_str"), fixed(from, offset_size)); return 0;
  case 0x1f: *string = text_at(executable_section(".debug_line_str"), fixed(from, offset_size)); return 0;
  case 0x0b: return fixed(from, 1);
  case 0x05: return fixed(from, 2);
  case 0x06: return fixed(from, 4);
  case 0x07: return fixed(from, 8);
  case 0x0f: return unsigned_number(from);
  case 0x1e: from->at += from->end - from->at < 16 ? from->end - from->at : 16; return 0;
  case 0x09: {
    uint64_t size = unsigned_number(from);
    if (size <= (uint64_t)(from->end - from->at)) from->at += size; else from->is_cut = true;
    return 0;
  }
  default: from->is_cut = true; return 0;
  }
}

/// An entry of a version 5 list: its name, and the number of its directory.
static const char *entry(cursor *from, uint8_t offset_size, uint64_t wanted, uint64_t *directory) {
  const char *found = NULL;
  uint8_t forms = (uint8_t)fixed(from, 1);
  cursor formats = *from;
  for (unsigned index = 0; index < forms; index++) (void)unsigned_number(from), (void)unsigned_number(from);
  uint64_t count = unsigned_number(from);
  for (uint64_t index = 0; index < count && !from->is_cut; index++) {
    cursor format = formats;
    for (unsigned part = 0; part < forms; part++) {
      uint64_t content = unsigned_number(&format), form = unsigned_number(&format);
      const char *string = NULL;
      uint64_t number = value(from, form, offset_size, &string);
      if (index == wanted && content == 1) found = string;
      if (index == wanted && content == 2 && directory) *directory = number;
    }
  }
  return found;
}

/// The name of a file; the caller frees it.
static char *file_name(const unit *unit, uint64_t number) {
  cursor lists = unit->lists;
  const char *name = NULL;
  if (unit->version >= 5) {
    entry(&lists, unit->offset_size, UINT64_MAX, NULL);
    name = entry(&lists, unit->offset_size, number, NULL);
  } else {
    while (lists.at < lists.end && *lists.at) text(&lists);
    lists.at++;
    for (uint64_t index = 1; lists.at < lists.end && *lists.at; index++) {
      const char *next = text(&lists);
      unsigned_number(&lists), unsigned_number(&lists), unsigned_number(&lists);
      if (index == number) name = next;
    }
  }
  if (!name || !*name || *name == '<') return NULL;
  const char *slash = strrchr(name, '/');
  return strdup(slash ? slash + 1 : name);
}

char *capture_line(const void *address, size_t *line) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, list_sequences);
  search wanted = {(uintptr_t)address - executable_base(), executable_end_of_function(address), 0, 0};
  size_t low = 0, high = sequence_count;
  while (low < high) {
    size_t middle = (low + high) / 2;
    if (sequences[middle].start <= wanted.address) low = middle + 1; else high = middle;
  }
  if (low == 0 || wanted.address >= sequences[low - 1].end) return NULL;
  section lines = executable_section(".debug_line");
  cursor from = {sequences[low - 1].unit, lines.start + lines.size, false};
  unit unit;
  if (!read_unit(&from, &unit)) return NULL;
  cursor program = {sequences[low - 1].program, unit.program.end, false};
  uintptr_t start, end;
  read_sequence(&unit, &program, row_ended, &wanted, &start, &end);
  *line = wanted.line;
  return wanted.line ? file_name(&unit, wanted.file) : NULL;
}
#endif
