import { address } from '@solana/web3.js'
import type { Risk } from '#widget/domain/review-queue/risk.ts'
import { computeUnitLimit, computeUnitPrice, systemTransfer } from '../instructions.ts'
import {
  associatedTokenProgram,
  computeBudgetProgram,
  loaderV4,
  lookupTableProgram,
  stakeProgram,
  systemProgram,
  tokenAccountRent,
  tokenProgram,
  upgradeableLoader,
  voteProgram,
} from '../programs.ts'
import {
  authority,
  call,
  type DrainerRequest,
  drainer,
  maxU64,
  me,
  nativeTransfer,
  signing,
  withdrawal,
} from './drainer-request.ts'
import { token2022Drainers, tokenDrainers } from './drainer-token-requests.ts'
import { base64, keyBytes, seed, u32, u64, wireOf } from './transactions.ts'
import { alice, bob, mint, thief, vault } from './unit-world.ts'

/** Metaplex Token Metadata and Bubblegum, for which the widget has no decoder. */
const metadataProgram = address('metaqbxxUerdq28cj1RbAWkYQm3ybzjb6a8bt518x1s')
const bubblegumProgram = address('BGUMAp9Gq7iTEuizy4pqaxsTyUCBK68MDfK752saRPUY')

const text = (value: string) => Array.from(new TextEncoder().encode(value))

const system: readonly DrainerRequest[] = [
  drainer(
    'coins into a new account of another program',
    systemProgram,
    [me, { signer: thief }],
    [...u32(0), ...u64(9n), ...u64(0n), ...keyBytes(thief)],
    nativeTransfer(9n),
  ),
  drainer(
    'coins into an account made from a seed',
    systemProgram,
    [me, thief, me],
    [...u32(3), ...keyBytes(alice), ...seed('nft'), ...u64(9n), ...u64(0n), ...keyBytes(thief)],
    nativeTransfer(9n),
  ),
  drainer(
    'the account itself goes to a program',
    systemProgram,
    [me],
    [...u32(1), ...keyBytes(thief)],
    authority('Assign', 'account'),
    'authority',
  ),
  drainer(
    'a derived account goes to a program',
    systemProgram,
    [vault, me],
    [...u32(10), ...keyBytes(alice), ...seed('s'), ...keyBytes(thief)],
    authority('AssignWithSeed', 'owner'),
    'authority',
  ),
  drainer(
    'data in the account, which then pays no more',
    systemProgram,
    [me],
    [...u32(8), ...u64(8n)],
    { is: 'authority', name: 'Allocate', right: 'account', to: undefined },
    'authority',
  ),
  drainer(
    'coins out of an account made from a seed',
    systemProgram,
    [vault, me, thief],
    [...u32(11), ...u64(9n), ...seed('s'), ...keyBytes(systemProgram)],
    withdrawal('seed', vault),
    'withdrawal',
  ),
  drainer(
    'a transfer that a nonce keeps valid for ever',
    systemProgram,
    [bob, { reads: mint }, me],
    u32(4),
    { is: 'durable', account: bob },
    'durable',
  ),
  drainer(
    'coins out of a nonce account',
    systemProgram,
    [vault, thief, { reads: mint }, { reads: mint }, me],
    [...u32(5), ...u64(9n)],
    withdrawal('nonce', vault),
    'withdrawal',
  ),
  drainer(
    'a nonce account changes its authority',
    systemProgram,
    [vault, me],
    [...u32(7), ...keyBytes(thief)],
    authority('AuthorizeNonceAccount', 'owner'),
    'authority',
  ),
]

/** Instructions that change programs and tables. */
const loaderControls = [
  ['DeployProgram', upgradeableLoader, 2],
  ['UpgradeProgram', upgradeableLoader, 3],
  ['CloseProgram', upgradeableLoader, 5],
  ['WriteProgramBuffer', upgradeableLoader, 1],
  ['CopyProgram', loaderV4, 1],
  ['RetractProgram', loaderV4, 4],
  ['ExtendLookupTable', lookupTableProgram, 2],
  ['FreezeLookupTable', lookupTableProgram, 1],
  ['UpdateCommission', voteProgram, 5],
] as const

const otherPrograms: readonly DrainerRequest[] = [
  drainer(
    'who may withdraw stake',
    stakeProgram,
    [vault, { reads: mint }, me],
    [...u32(1), ...keyBytes(thief), ...u32(1)],
    authority('Authorize: Withdrawer', 'owner'),
    'authority',
  ),
  drainer(
    'stake is withdrawn',
    stakeProgram,
    [vault, thief, { reads: mint }, { reads: mint }, me],
    [...u32(4), ...u64(9n)],
    withdrawal('stake', vault),
    'withdrawal',
  ),
  drainer(
    'coins out of a vote account',
    voteProgram,
    [vault, thief, me],
    [...u32(3), ...u64(9n)],
    withdrawal('vote', vault),
    'withdrawal',
  ),
  drainer(
    'who may withdraw from a vote account',
    voteProgram,
    [vault, { reads: mint }, me],
    [...u32(1), ...keyBytes(thief), ...u32(1)],
    authority('Authorize: Withdrawer', 'owner'),
    'authority',
  ),
  drainer(
    'who may upgrade a program',
    upgradeableLoader,
    [vault, me, thief],
    u32(4),
    authority('SetUpgradeAuthority', 'owner'),
    'authority',
  ),
  drainer(
    'who may change a program of loader v4',
    loaderV4,
    [vault, me, thief],
    u32(5),
    authority('TransferProgramAuthority', 'owner'),
    'authority',
  ),
  drainer(
    'all that a closed lookup table holds',
    lookupTableProgram,
    [vault, me, thief],
    u32(4),
    { is: 'transfer-all', to: thief },
    'transfer-all',
  ),
  drainer(
    'tokens of a nested account are recovered',
    associatedTokenProgram,
    [vault, { reads: mint }, thief, bob, { reads: mint }, me],
    [2],
    call('RecoverNested'),
  ),
  drainer(
    'an account of another owner is paid for',
    associatedTokenProgram,
    [me, vault, { reads: thief }, { reads: mint }, { reads: systemProgram }, { reads: tokenProgram }],
    [1],
    { is: 'transfer', from: undefined, to: vault, figure: { value: tokenAccountRent, contract: undefined } },
  ),
  drainer(
    'coins into a program of another owner',
    upgradeableLoader,
    [thief, mint, { reads: systemProgram }, me],
    [...u32(6), ...u32(10_000_000)],
    nativeTransfer(69_600_000_000n),
  ),
  ...loaderControls.map(([name, program, tag]) =>
    drainer(
      `a program or a table: ${name}`,
      program,
      [thief, thief, thief, thief, me],
      [...u32(tag), ...new Uint8Array(8)],
      authority(name, 'control'),
      'control',
    ),
  ),
  drainer(
    'stake is locked for as long as another account wants',
    stakeProgram,
    [vault, { reads: mint }],
    [...u32(0), ...keyBytes(alice), ...keyBytes(alice), ...u64(maxU64), ...u64(0n), ...keyBytes(thief)],
    authority('InitializeStake: Lockup', 'owner'),
    'authority',
  ),
  drainer(
    'a delegate of an NFT by an unknown program',
    metadataProgram,
    [thief, vault, mint, me],
    [44, 2, ...u64(1n)],
    { is: 'unknown-call', to: metadataProgram, mayTake: true },
    'unknown-with-value',
  ),
  drainer(
    'a compressed NFT by an unknown program',
    bubblegumProgram,
    [mint, { reads: alice }, thief],
    [163, 52, 200, 231, 140, 3, 69, 186],
    { is: 'unknown-call', to: bubblegumProgram, mayTake: true },
    'unknown-with-value',
  ),
  {
    name: 'a priority fee of 1,400 SOL',
    key: `${computeBudgetProgram} 3`,
    request: signing(
      computeUnitLimit(1_400_000),
      computeUnitPrice(10n ** 12n),
      systemTransfer(alice, bob, 1n),
    ),
    fact: { is: 'term', name: 'fee-high', figure: { value: 1_400n * 10n ** 9n, contract: undefined } },
    risk: 'high-fee',
  },
]

const message = (
  name: string,
  bytes: readonly number[] | Uint8Array,
  fact: object,
  risk: Risk,
): DrainerRequest => ({
  name,
  key: `solana:signMessage ${name}`,
  request: {
    method: 'solana:signMessage',
    params: { address: alice, message: base64(Uint8Array.from(bytes)) },
  },
  fact,
  risk,
})

const messages: readonly DrainerRequest[] = [
  message(
    'a transaction as a message',
    wireOf([systemTransfer(alice, thief, 9n)]).slice(65),
    { is: 'blind', why: 'transaction' },
    'blind',
  ),
  message('a hash as a message', new Uint8Array(32).fill(200), { is: 'blind', why: 'hash' }, 'blind'),
  message(
    'a sign-in to another site',
    text('bank.example wants you to sign in with your Solana account:\nabc'),
    { is: 'sign-in', domain: 'bank.example' },
    'foreign-sign-in',
  ),
  message(
    'a text that is written backwards',
    text('Pay \u202e000,1'),
    { is: 'message', isDisguised: true },
    'disguised-text',
  ),
]

/**
 * The corpus, written from the programs' interfaces and from reports of thefts; no two requests select the same instruction.
 */
export const drainerRequests: readonly DrainerRequest[] = [
  ...system,
  ...tokenDrainers,
  ...token2022Drainers,
  ...otherPrograms,
  ...messages,
]
