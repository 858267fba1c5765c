// A pool of two tokens at the price x · y = k, for the local Solana chain. Its authority is the address derived from
// "pool" and both mints in order; its vaults are the authority's own associated token accounts, so that nobody can bring
// others. Of what is paid in, 3 of 1,000 stay in the pool.
//
// Instruction: 9 bytes or more: 1, amount in (u64), least that may come out (u64).
// Accounts: owner (signer), what pays (w), what gets (w), vault in (w), vault out (w), authority, token program, mint in,
// mint out. See ../chains/solana/pool.ts.
#include "runtime.h"

enum { OWNER, PAYS, GETS, VAULT_IN, VAULT_OUT, AUTHORITY, TOKEN_PROGRAM, MINT_IN, MINT_OUT, ACCOUNTS };

// Custom error codes.
enum { MALFORMED = 1, WRONG_ACCOUNT = 2, TOO_LITTLE = 3, EMPTY = 4 };

// Upstream's BPF has 512 bytes of stack, too few for all this: it lies in the heap, which starts as zeros.
typedef struct {
  Account accounts[ACCOUNTS];
  Bytes seeds[4];
  Seeds signer;
  Bytes vault_seeds[3];
  Meta metas[3];
  Instruction instruction;
  u8 derived[32], ata_program[32], bump, other_bump, transfer[9], word[4];
} Heap;
#define heap ((Heap *)0x300000000ULL)

inlined int is_less(const u8 *a, const u8 *b) {
  for (int i = 0; i < 32; i++)
    if (a[i] != b[i]) return a[i] < b[i];
  return 0;
}

// floor(a · b / d) for a result below 2^64, by long multiplication and division.
inlined u64 mul_div(u64 a, u64 b, u64 d) {
  u64 a0 = a & 0xffffffff, a1 = a >> 32, b0 = b & 0xffffffff, b1 = b >> 32;
  u64 low = a0 * b0, middle = a1 * b0 + (low >> 32), other = a0 * b1 + (middle & 0xffffffff);
  u64 high = a1 * b1 + (middle >> 32) + (other >> 32);
  low = other << 32 | (low & 0xffffffff);
  u64 rest = high, quotient = 0;
  for (int i = 63; i >= 0; i--) {
    u64 carry = rest >> 63;
    rest = rest << 1 | ((low >> i) & 1);
    quotient <<= 1;
    if (carry || rest >= d) {
      rest -= d;
      quotient |= 1;
    }
  }
  return quotient;
}

inlined u64 balance(const Account *token) { return read_u64(token->data + 64); }

// ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL, in words, because the linker knows no constants.
inlined void write_ata_program(u8 *at) {
  u64 *words = (u64 *)at;
  words[0] = 0xf189244e8f25978cULL;
  words[1] = 0x830d8e1429103dbbULL;
  words[2] = 0x8410ffda99135a0bULL;
  words[3] = 0x59f8e9dbd87b8e04ULL;
}

// A token account of this mint, at the address where the authority keeps it.
inlined int is_vault(const Account *vault, const Account *mint) {
  heap->vault_seeds[0] = (Bytes){heap->accounts[AUTHORITY].key, 32};
  heap->vault_seeds[1] = (Bytes){heap->accounts[TOKEN_PROGRAM].key, 32};
  heap->vault_seeds[2] = (Bytes){mint->key, 32};
  if (sol_try_find_program_address(heap->vault_seeds, 3, heap->ata_program, heap->derived, &heap->other_bump) != 0) return 0;
  return same(heap->derived, vault->key) && same(vault->owner, heap->accounts[TOKEN_PROGRAM].key) &&
         vault->data_length >= 165;
}

// Token program: Transfer (3). Its own rules see to mints, owners and balances.
inlined u64 transfer(int from, int to, int authority, u64 amount) {
  heap->transfer[0] = 3;
  for (int i = 0; i < 8; i++) heap->transfer[1 + i] = amount >> (8 * i);
  heap->metas[0] = (Meta){heap->accounts[from].key, 1, 0};
  heap->metas[1] = (Meta){heap->accounts[to].key, 1, 0};
  heap->metas[2] = (Meta){heap->accounts[authority].key, 0, 1};
  heap->instruction = (Instruction){heap->accounts[TOKEN_PROGRAM].key, heap->metas, 3, heap->transfer, 9};
  return sol_invoke_signed_c(&heap->instruction, heap->accounts, ACCOUNTS, &heap->signer, authority == AUTHORITY);
}

u64 entrypoint(u8 *input) {
  if (*(u64 *)input != ACCOUNTS) return MALFORMED;
  u8 *at = input + 8;
  for (int i = 0; i < ACCOUNTS; i++) {
    // An account named twice is none of a swap.
    if (at[0] != 0xff) return MALFORMED;
    Account *account = &heap->accounts[i];
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
  if (length != 17 || data[0] != 1) return MALFORMED;
  u64 amount = read_u64(data + 1), least = read_u64(data + 9);

  Account *accounts = heap->accounts;
  if (!accounts[OWNER].is_signer) return WRONG_ACCOUNT;
  int in_order = is_less(accounts[MINT_IN].key, accounts[MINT_OUT].key);
  u32 *word = (u32 *)heap->word;
  *word = 0x6c6f6f70; // "pool"
  heap->seeds[0] = (Bytes){heap->word, 4};
  heap->seeds[1] = (Bytes){accounts[in_order ? MINT_IN : MINT_OUT].key, 32};
  heap->seeds[2] = (Bytes){accounts[in_order ? MINT_OUT : MINT_IN].key, 32};
  if (sol_try_find_program_address(heap->seeds, 3, program, heap->derived, &heap->bump) != 0) return WRONG_ACCOUNT;
  if (!same(heap->derived, accounts[AUTHORITY].key)) return WRONG_ACCOUNT;
  heap->seeds[3] = (Bytes){&heap->bump, 1};
  heap->signer = (Seeds){heap->seeds, 4};
  write_ata_program(heap->ata_program);
  if (!is_vault(&accounts[VAULT_IN], &accounts[MINT_IN])) return WRONG_ACCOUNT;
  if (!is_vault(&accounts[VAULT_OUT], &accounts[MINT_OUT])) return WRONG_ACCOUNT;

  u64 in = balance(&accounts[VAULT_IN]), out = balance(&accounts[VAULT_OUT]);
  // Of a part of 1,000 a whole unit stays too: rounding never pays out more than the price.
  u64 kept = mul_div(amount, 3, 1000), counted = amount - kept - (kept * 1000 != amount * 3);
  if (in == 0 || out == 0 || amount == 0 || counted == 0 || in + amount < in) return EMPTY;
  u64 paid = mul_div(counted, out, in + counted);
  if (paid == 0) return EMPTY;
  if (paid < least) return TOO_LITTLE;
  u64 failed = transfer(PAYS, VAULT_IN, OWNER, amount);
  return failed ? failed : transfer(VAULT_OUT, GETS, AUTHORITY, paid);
}
