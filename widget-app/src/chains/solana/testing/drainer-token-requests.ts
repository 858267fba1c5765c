import { token2022Program, tokenProgram } from '../programs.ts'
import { authority, type DrainerRequest, drainer, maxU64, me } from './drainer-request.ts'
import { keyBytes, u64 } from './transactions.ts'
import { mint, thief, vault } from './unit-world.ts'

/** Instructions of SPL Token. */
export const tokenDrainers: readonly DrainerRequest[] = [
  drainer('a small approval', tokenProgram, [vault, thief, me], [4, ...u64(5n)], {
    is: 'approval',
    spender: thief,
    figure: { value: 5n, contract: vault },
    isUnlimited: false,
  }),
  drainer(
    'an approval without a limit',
    tokenProgram,
    [vault, { reads: mint }, thief, me],
    [13, ...u64(maxU64), 6],
    { is: 'approval', spender: thief, isUnlimited: true },
    'unlimited-approval',
  ),
  drainer(
    'the owner of a token account',
    tokenProgram,
    [vault, me],
    [6, 2, 1, ...keyBytes(thief)],
    authority('SetAuthority: AccountOwner', 'owner'),
    'authority',
  ),
  drainer(
    'all that a closed token account holds',
    tokenProgram,
    [vault, thief, me],
    [9],
    { is: 'transfer-all', to: thief },
    'transfer-all',
  ),
  drainer(
    'tokens are burnt',
    tokenProgram,
    [vault, mint, me],
    [8, ...u64(9n)],
    { is: 'burn', from: undefined, figure: { value: 9n, contract: mint } },
    'burn',
  ),
  drainer(
    'new tokens of a mint',
    tokenProgram,
    [mint, thief, me],
    [7, ...u64(9n)],
    authority('MintTo: 9', 'control'),
    'control',
  ),
  drainer(
    'a token account is frozen',
    tokenProgram,
    [thief, { reads: mint }, me],
    [10],
    authority('FreezeAccount', 'control'),
    'control',
  ),
  drainer('tokens of a mint that is not named', tokenProgram, [vault, thief, me], [3, ...u64(9n)], {
    is: 'transfer',
    from: undefined,
    to: thief,
    figure: { value: 9n, contract: vault },
  }),
  drainer(
    'many approvals in a batch',
    tokenProgram,
    [vault, thief, me],
    [255, 3, 9, 4, ...u64(maxU64)],
    { is: 'approval', spender: thief, isUnlimited: true },
    'unlimited-approval',
  ),
  drainer(
    'coins of a token account beyond its rent',
    tokenProgram,
    [vault, thief, me],
    [38],
    { is: 'transfer-all', to: thief },
    'transfer-all',
  ),
]

/** Instructions that change a mint or a token account, by their first bytes. */
const extensionControls = [
  ['SetTransferFee', 26, 5],
  ['ConfigureConfidentialAccount', 27, 2],
  ['UpdateDefaultAccountState', 28, 1],
  ['UpdateInterestRate', 33, 1],
  ['DisableCpiGuard', 34, 1],
  ['UpdateMetadataPointer', 39, 1],
  ['UpdateScaledUiAmountMultiplier', 43, 1],
  ['Pause', 44, 1],
  ['UpdateTokenMetadataField', 221, 233, 49, 45, 181, 202, 220, 200],
] as const

/** Instructions that only Token-2022 has, or that are for extensions. */
export const token2022Drainers: readonly DrainerRequest[] = [
  drainer(
    'tokens with the fee that their mint keeps',
    token2022Program,
    [vault, { reads: mint }, thief, me],
    [26, 1, ...u64(9n), 6, ...u64(1n)],
    { is: 'transfer', from: undefined, to: thief, figure: { value: 9n, contract: mint } },
  ),
  drainer(
    'a delegate over every token account',
    token2022Program,
    [mint],
    [35, ...keyBytes(thief)],
    authority('InitializePermanentDelegate', 'operator'),
    'authority',
  ),
  drainer(
    'the delegate of a mint changes',
    token2022Program,
    [mint, me],
    [6, 8, 1, ...keyBytes(thief)],
    authority('SetAuthority: PermanentDelegate', 'operator'),
    'authority',
  ),
  drainer(
    'an encrypted amount',
    token2022Program,
    [vault, { reads: mint }, thief, me],
    [27, 7, ...new Uint8Array(8)],
    { is: 'transfer-all', to: thief },
    'transfer-all',
  ),
  drainer(
    'a program that runs at each transfer',
    token2022Program,
    [mint, me],
    [36, 1, ...keyBytes(thief)],
    { is: 'authority', name: 'UpdateTransferHook', right: 'control' },
    'control',
  ),
  ...extensionControls.map(([name, ...data]) =>
    drainer(
      `an extension of a mint: ${name}`,
      token2022Program,
      [mint, me],
      [...data, ...new Uint8Array(8)],
      { is: 'authority', name, right: 'control', to: mint },
      'control',
    ),
  ),
  drainer(
    'tokens into an encrypted balance',
    token2022Program,
    [vault, { reads: mint }, me],
    [27, 5, ...u64(9n), 6],
    { is: 'transfer', from: undefined, to: vault, figure: { value: 9n, contract: mint } },
  ),
  drainer(
    'fees that a mint kept of encrypted transfers',
    token2022Program,
    [mint, thief, me],
    [37, 1],
    { is: 'transfer-all', to: thief },
    'transfer-all',
  ),
]
