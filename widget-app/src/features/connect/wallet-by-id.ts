import { hostConfigAtom } from '#widget/core/config.ts'
import { staleTimesMs } from '#widget/core/stale-times.ts'
import { fetchWalletsAtom, loadBundledWalletsAtom } from '#widget/domain/wallets/wallet-catalogue.ts'
import { type WalletRow, walletByIdAtom, walletRow } from '#widget/domain/wallets/wallet-rows.ts'
import { queryAtom } from '#widget/lib/query.ts'
import { atom, atomFamily } from '#widget/lib/state.ts'

const fetchedWalletAtom = atomFamily((id: string) =>
  queryAtom<WalletRow | null>((get) => {
    const fetchWallets = get(fetchWalletsAtom)
    const loadBundled = get(loadBundledWalletsAtom)
    return {
      key: ['wallets', get(hostConfigAtom).projectId, 'named', id],
      staleTimeMs: staleTimesMs.wallets,
      load: async (signal) => {
        const request = fetchWallets({ page: 1, entries: 1, include: [id] }, signal)
        const wallets = await request.then(
          (response) => response.wallets,
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
    const listed = get(walletByIdAtom(id))
    if (listed) return listed
    const fetched = get(fetchedWalletAtom(id))
    if (fetched.is === 'loading') return 'loading'
    return (fetched.is === 'ready' ? fetched.data : undefined) ?? 'unknown'
  }),
)
