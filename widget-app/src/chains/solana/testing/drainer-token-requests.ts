import { token2022Program, tokenProgram } from '../programs.ts'
import { call, type DrainerRequest, drainer, me, most, right } from './drainer-request.ts'
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
    [13, ...u64(most), 6],
    { is: 'approval', spender: thief, isUnlimited: true },
    'unlimited-approval',
  ),
  drainer(
    'the owner of a token account',
    tokenProgram,
    [vault, me],
    [6, 2, 1, ...keyBytes(thief)],
    right('SetAuthority: AccountOwner', 'owner'),
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
  drainer('tokens are burnt', tokenProgram, [vault, mint, me], [8, ...u64(9n)], call('Burn')),
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
    [255, 3, 9, 4, ...u64(most)],
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

/** Instructions that Token-2022 alone has, or for extensions. */
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
    right('InitializePermanentDelegate', 'operator'),
    'authority',
  ),
  drainer(
    'the delegate of a mint changes',
    token2022Program,
    [mint, me],
    [6, 8, 1, ...keyBytes(thief)],
    right('SetAuthority: PermanentDelegate', 'operator'),
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
    call('UpdateTransferHook'),
  ),
]
