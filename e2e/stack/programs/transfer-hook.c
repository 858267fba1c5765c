// A transfer hook that counts: Token-2022 calls it at each transfer of a mint that names it. It has the two instructions of
// the interface (https://github.com/solana-program/transfer-hook) and pays for nothing: the accounts that it opens hold
// their rent by then.
//
// InitializeExtraAccountMetaList: its tag, then a count (u32) and 35 bytes for each extra account, which are written as they
// are. Accounts: list (w), mint, counter (w), system program. The list is the address derived from "extra-account-metas" and
// the mint, the counter the one derived from "counter" and the mint.
// Execute: its tag and an amount (u64). Accounts: source, mint, destination, owner, list, then the extra accounts, of which
// the last one is the counter (w). An amount of 666 is refused, with the number that token programs have for too little.
#include "runtime.h"

enum { MOST_ACCOUNTS = 16 };
enum { LIST = 0, MINT = 1, COUNTER = 2, SYSTEM = 3, INITIALIZE_ACCOUNTS = 4 };
enum { SOURCE = 0, DESTINATION = 2, OWNER = 3, EXTRA = 5 };

// Custom error codes.
enum { REFUSED = 1, MALFORMED = 2, WRONG_ACCOUNT = 3 };

// First eight bytes of the SHA-256 of "spl-transfer-hook-interface:execute" and ":initialize-extra-account-metas".
#define EXECUTE 0x1a66fb4bc5652569ULL
#define INITIALIZE 0xebeb58a7310d222bULL

// Upstream's BPF has 512 bytes of stack, too few for all this: it lies in the heap, which starts as zeros.
typedef struct {
  Account accounts[MOST_ACCOUNTS];
  u64 count;
  Bytes seeds[3];
  Seeds signer;
  Meta metas[1];
  Instruction instruction;
  u8 derived[32], data[40], word[24], bump;
} Heap;
#define heap ((Heap *)0x300000000ULL)

inlined void write_u64(u8 *at, u64 value) {
  for (int i = 0; i < 8; i++) at[i] = value >> (8 * i);
}

// Whether an account has the address derived from the word on the heap and the mint.
inlined int is_derived(const Account *account, u64 length, const Account *mint, const u8 *program) {
  heap->seeds[0] = (Bytes){heap->word, length};
  heap->seeds[1] = (Bytes){mint->key, 32};
  if (sol_try_find_program_address(heap->seeds, 2, program, heap->derived, &heap->bump) != 0) return 0;
  return same(heap->derived, account->key);
}

// System program: Allocate (8), then Assign (1), signed for the derived address.
inlined u64 open(Account *account, u64 size, u8 *program) {
  heap->seeds[2] = (Bytes){&heap->bump, 1};
  heap->signer = (Seeds){heap->seeds, 3};
  heap->metas[0] = (Meta){account->key, 1, 1};
  heap->data[0] = 8;
  write_u64(heap->data + 4, size);
  heap->instruction = (Instruction){heap->accounts[SYSTEM].key, heap->metas, 1, heap->data, 12};
  u64 failed = sol_invoke_signed_c(&heap->instruction, heap->accounts, INITIALIZE_ACCOUNTS, &heap->signer, 1);
  if (failed) return failed;
  heap->data[0] = 1;
  for (int i = 0; i < 32; i++) heap->data[4 + i] = program[i];
  heap->instruction.data_length = 36;
  return sol_invoke_signed_c(&heap->instruction, heap->accounts, INITIALIZE_ACCOUNTS, &heap->signer, 1);
}

inlined void write_counter_word(void) {
  *(u64 *)heap->word = 0x007265746e756f63ULL; // "counter"
}

inlined void write_list_word(void) {
  u64 *words = (u64 *)heap->word;
  words[0] = 0x63612d6172747865ULL; // "extra-ac"
  words[1] = 0x656d2d746e756f63ULL; // "count-me"
  words[2] = 0x736174ULL;           // "tas"
}

inlined u64 initialize(const u8 *listed, u64 length, u8 *program) {
  Account *accounts = heap->accounts;
  if (heap->count != INITIALIZE_ACCOUNTS || length < 4) return MALFORMED;
  write_counter_word();
  if (!is_derived(&accounts[COUNTER], 7, &accounts[MINT], program)) return WRONG_ACCOUNT;
  u64 failed = open(&accounts[COUNTER], 8, program);
  if (failed) return failed;
  write_list_word();
  if (!is_derived(&accounts[LIST], 19, &accounts[MINT], program)) return WRONG_ACCOUNT;
  failed = open(&accounts[LIST], 12 + length, program);
  if (failed) return failed;
  u8 *at = accounts[LIST].data;
  write_u64(at, EXECUTE);
  for (int i = 0; i < 4; i++) at[8 + i] = length >> (8 * i);
  for (u64 i = 0; i < length; i++) at[12 + i] = listed[i];
  return 0;
}

inlined u64 execute(u64 amount, u8 *program) {
  Account *accounts = heap->accounts;
  // Without a list there is nothing to count in.
  if (heap->count <= EXTRA) return amount == 666 ? REFUSED : 0;
  // What Token-2022 passes on of the owner gives no right over its tokens.
  if (accounts[OWNER].is_signer || accounts[SOURCE].is_writable || accounts[DESTINATION].is_writable) return WRONG_ACCOUNT;
  Account *counter = &accounts[heap->count - 1];
  write_counter_word();
  if (!is_derived(counter, 7, &accounts[MINT], program) || !counter->is_writable) return WRONG_ACCOUNT;
  if (amount == 666) return REFUSED;
  write_u64(counter->data, read_u64(counter->data) + 1);
  return 0;
}

u64 entrypoint(u8 *input) {
  u64 count = *(u64 *)input;
  if (count > MOST_ACCOUNTS) return MALFORMED;
  heap->count = count;
  u8 *at = input + 8;
  for (u64 i = 0; i < count; i++) {
    Account *account = &heap->accounts[i];
    if (at[0] != 0xff) {
      // An account named twice: its place among those before.
      *account = heap->accounts[at[0]];
      at += 8;
      continue;
    }
    account->is_signer = at[1];
    account->is_writable = at[2];
    account->is_executable = at[3];
    account->key = at + 8;
    account->owner = at + 40;
    account->lamports = (u64 *)(at + 72);
    account->data_length = *(u64 *)(at + 80);
    account->data = at + 88;
    at += 88 + account->data_length + 10240;
    at = (u8 *)(((u64)at + 7) & ~7ULL);
    account->rent_epoch = *(u64 *)at;
    at += 8;
  }
  u64 length = *(u64 *)at;
  u8 *data = at + 8;
  u8 *program = data + length;
  if (length < 8) return MALFORMED;
  u64 tag = read_u64(data);
  if (tag == INITIALIZE) return initialize(data + 8, length - 8, program);
  if (tag == EXECUTE && length == 16) return execute(read_u64(data + 8), program);
  return MALFORMED;
}
