import { hostConfigAtom } from '#widget/core/config.ts'
import { staleTimesMs } from '#widget/core/stale-times.ts'
import { fetchWalletsAtom, loadBundledWalletsAtom } from '#widget/domain/wallets/wallet-catalogue.ts'
import { type WalletRow, walletByIdAtom, walletRow } from '#widget/domain/wallets/wallet-rows.ts'
import { queryAtom } from '#widget/lib/query.ts'
import { atom, atomFamily } from '#widget/lib/state.ts'

const namedAtom = atomFamily((id: string) =>
  queryAtom<WalletRow | null>((get) => {
    const fetchWallets = get(fetchWalletsAtom)
    const loadBundled = get(loadBundledWalletsAtom)
    return {
      key: ['wallets', get(hostConfigAtom).projectId, 'named', id],
      lifetimeMs: staleTimesMs.wallets,
      load: async (signal) => {
        const asked = fetchWallets({ page: 1, entries: 1, include: [id] }, signal)
        const wallets = await asked.then(
          (answer) => answer.wallets,
          () => loadBundled(),
        )
        signal.throwIfAborted()
        const entry = wallets.find((wallet) => wallet.id === id)
        return entry ? walletRow({ group: 'recommended', found: [], entry }) : null
      },
    }
  }),
)

/** A wallet by row id: from the loaded lists, otherwise fetched by id. */
export const walletAtom = atomFamily((id: string) =>
  atom((get): WalletRow | 'loading' | 'unknown' => {
    const known = get(walletByIdAtom(id))
    if (known) return known
    const named = get(namedAtom(id))
    if (named.is === 'loading') return 'loading'
    return (named.is === 'ready' ? named.data : undefined) ?? 'unknown'
  }),
)
