#include "trace_parts.h"

#include <stdlib.h>
#include <string.h>

// Records have no lengths, so that their fields have to be read to find the next one. The table in the
// header says what they are; `docs/reference/binary-traces.md` describes it.

static enum role role_of(const char *name) {
  static const struct {
    const char *name;
    enum role role;
  } roles[] = {
      {"created", role_creates},       {"shortCreated", role_creates},
      {"deallocated", role_frees},     {"shortDeallocated", role_frees},
      {"queueDeclared", role_declares}, {"threadNamed", role_declares},
      {"processDeclared", role_declares}, {"threadAssigned", role_declares},
  };
  for (size_t place = 0; place < sizeof roles / sizeof *roles; place++)
    if (strcmp(roles[place].name, name) == 0) return roles[place].role;
  return role_other;
}

/// Appends the letters for a field, such as `parents:*p`. Returns the place behind them.
static char *add_field(char *letters, const char *field) {
  const char *type = strchr(field, ':');
  if (type == NULL) return letters;
  bool is_subject = type - field == 1 && *field == 'p';
  type++;
  if (strchr(type, '@') != NULL) *letters++ = '@';
  if (*type == '?' || *type == '*') *letters++ = *type++;
  *letters++ = !is_subject ? *type : *type == '4' ? 'S' : 'P';
  return letters;
}

void cr_learn_forms(struct form *forms, const char *table, size_t size) {
  char line[256], *rest;
  while (size > 0) {
    size_t length = 0;
    while (length < size && table[length] != '\n') length++;
    size_t copied = length < sizeof line ? length : sizeof line - 1;
    memcpy(line, table, copied);
    line[copied] = 0;
    size_t step = length < size ? length + 1 : length;
    table += step;
    size -= step;
    const char *code = strtok_r(line, " ", &rest);
    const char *name = code != NULL ? strtok_r(NULL, " ", &rest) : NULL;
    if (name == NULL) continue;
    struct form *form = &forms[atoi(code) & 0x3F];
    form->is_known = true;
    form->role = role_of(name);
    char *letters = form->letters, *end = letters + sizeof form->letters - 4;
    for (const char *field; letters < end && (field = strtok_r(NULL, " ", &rest)) != NULL;)
      letters = add_field(letters, field);
    *letters = 0;
  }
}

static uint8_t byte(struct record_reader *reader) {
  return reader->next < reader->end ? *reader->next++ : 0;
}

static void skip(struct record_reader *reader, uint64_t size) {
  uint64_t rest = (uint64_t)(reader->end - reader->next);
  reader->next += size < rest ? size : rest;
}

static int64_t number(struct record_reader *reader) {
  uint64_t value = 0;
  for (int shift = 0; shift < 64; shift += 7) {
    uint8_t part = byte(reader);
    value |= (uint64_t)(part & 0x7F) << shift;
    if (part < 0x80) break;
  }
  return (int64_t)(value >> 1) ^ -(int64_t)(value & 1);
}

static void site(struct record_reader *reader) {
  switch (byte(reader)) {
    case 1:
      skip(reader, (uint64_t)number(reader));
      number(reader);
      number(reader);
      break;
    case 2: skip(reader, 16); break;
    default: break;
  }
}

/// Reads a field. Returns its value if it is a word.
static uint8_t field(struct record_reader *reader, char type) {
  uint32_t promise = 0;
  switch (type) {
    case 'P': reader->record.promise = (uint64_t)number(reader); break;
    case 'S':
      if (reader->end - reader->next >= 4) memcpy(&promise, reader->next, 4);
      reader->record.promise = promise;
      skip(reader, 4);
      break;
    case 'n':
    case 'p':
    case 'j': number(reader); break;
    case 'w': return byte(reader);
    case 'f': byte(reader); break;
    case 't': skip(reader, (uint64_t)number(reader)); break;
    case 's': site(reader); break;
    case 'c':
      if (byte(reader) == 1) number(reader);
      number(reader);
      break;
    default: skip(reader, (uint64_t)(type - '0')); break;
  }
  return 0;
}

static void all_fields(struct record_reader *reader, const char *types) {
  uint8_t word = 0;
  for (; *types != 0; types++) {
    bool is_left_out = *types == '@' && word != 2;
    if (*types == '@') types++;
    char form = *types == '?' || *types == '*' ? *types++ : 0;
    if (is_left_out) continue;
    int64_t count = form == '?' ? byte(reader) != 0 : form == '*' ? number(reader) : 1;
    for (; count > 0 && reader->next < reader->end; count--) {
      uint8_t value = field(reader, *types);
      if (*types == 'w') word = value;
    }
  }
}

struct record_reader cr_read_chunk(const struct form *forms, const uint8_t *chunk,
                                   size_t size) {
  const struct chunk_header *header = (const struct chunk_header *)chunk;
  const uint8_t *start = chunk + sizeof *header;
  size_t length = size - sizeof *header;
  if (header->length < length) length = header->length;
  return (struct record_reader){
      .forms = forms,
      .next = start,
      .end = start + length,
      .record = {.stamp = header->comparison.ticks, .thread = header->thread}};
}

bool cr_read_record(struct record_reader *reader) {
  struct record *record = &reader->record;
  if (reader->next >= reader->end) return false;
  uint8_t first = byte(reader);
  record->code = first & 0x3F;
  record->promise = 0;
  const struct form *form = &reader->forms[record->code];
  record->role = form->role;
  if (!form->is_known) return false;
  if (record->code >= cr_code_created && record->code < cr_code_thread) {
    uint64_t ticks = byte(reader);
    ticks |= (uint64_t)byte(reader) << 8;
    record->stamp += ticks | (uint64_t)byte(reader) << 16;
  } else {
    record->stamp += (uint64_t)number(reader);
  }
  if ((first & CR_SAME_QUEUE) == 0) record->queue = number(reader);
  record->fields = reader->next;
  if (record->code == cr_code_thread) {
    record->thread = number(reader);
  } else {
    all_fields(reader, form->letters);
  }
  record->size = (size_t)(reader->next - record->fields);
  return true;
}
