// What the programs of the local Solana chain share: the C interface of the runtime, and reads of keys and numbers.
typedef unsigned char u8;
typedef unsigned int u32;
typedef unsigned long long u64;
#define inlined static inline __attribute__((always_inline))

typedef struct { const u8 *at; u64 length; } Bytes;
typedef struct { const Bytes *seeds; u64 count; } Seeds;
typedef struct { u8 *key; u8 is_writable, is_signer; } Meta;
typedef struct { u8 *program; Meta *metas; u64 meta_count; u8 *data; u64 data_length; } Instruction;
typedef struct {
  u8 *key;
  u64 *lamports;
  u64 data_length;
  u8 *data;
  u8 *owner;
  u64 rent_epoch;
  u8 is_signer, is_writable, is_executable;
} Account;

extern u64 sol_try_find_program_address(const Bytes *, u64, const u8 *, u8 *, u8 *);
extern u64 sol_invoke_signed_c(const Instruction *, const Account *, u64, const Seeds *, u64);

inlined int same(const u8 *a, const u8 *b) {
  const u64 *x = (const u64 *)a, *y = (const u64 *)b;
  return x[0] == y[0] && x[1] == y[1] && x[2] == y[2] && x[3] == y[3];
}

inlined u64 read_u64(const u8 *at) {
  u64 value = 0;
  for (int i = 7; i >= 0; i--) value = value << 8 | at[i];
  return value;
}
