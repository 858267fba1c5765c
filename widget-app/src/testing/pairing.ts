import type { DiscoveredWallet } from '#shared/channel/records/discovered-wallet.ts'
import { ProviderRpcError, providerCodes } from '#shared/errors/provider-error.ts'
import type { PairingPort, PairingProposal } from '#widget/core/ports.ts'

/** Test only: WalletConnect without an engine. The relay responds at once until it is silenced. */
export type TestPairing = PairingPort & {
  /** Number of proposals, and of those neither approved, declined nor withdrawn. */
  readonly counts: () => { readonly proposed: number; readonly open: number }
  /** Proposed catalogue ids, in order. */
  readonly walletIds: readonly (string | undefined)[]
  /** Number of `restore` calls. */
  readonly restored: () => number
  /** From now on the relay does not respond, until `resume`. */
  silence(): void
  resume(): void
  /** The wallet with the URI approves; its wallets are in the page's list from then on. */
  approve(wallets: readonly DiscoveredWallet[], uri?: string): void
  decline(uri?: string): void
  /** The relay or the SDK fails, for the open URI or, while the relay is silent, for the pending proposal. */
  fail(cause: unknown): void
}

type OpenProposal = {
  readonly uri: string
  readonly resolve: (wallets: readonly DiscoveredWallet[]) => void
  readonly reject: (cause: unknown) => void
}

/** Test only. `show` adds wallets to those the transport lists. */
export function testPairing(show: (wallets: readonly DiscoveredWallet[]) => void): TestPairing {
  const walletIds: (string | undefined)[] = []
  let isSilent = false
  let silenced: { readonly respond: () => void; readonly reject: (cause: unknown) => void }[] = []
  let open: readonly OpenProposal[] = []
  let restored = 0

  const uriOf = (at: number) =>
    `wc:${String(at).padStart(64, '0')}@2?relay-protocol=irn&symKey=${'0f'.repeat(32)}&expiryTimestamp=1767225900`

  const close = (one: OpenProposal) => {
    open = open.filter((other) => other !== one)
  }

  const takeProposal = (uri: string | undefined): OpenProposal => {
    const found = uri === undefined ? open.at(-1) : open.find((one) => one.uri === uri)
    if (!found) throw new Error('No such proposal is open')
    close(found)
    return found
  }

  return {
    walletIds,
    counts: () => ({ proposed: walletIds.length, open: open.length }),
    restored: () => restored,
    restore: async () => {
      restored += 1
    },
    propose: ({ walletId, signal }) => {
      walletIds.push(walletId)
      const uri = uriOf(walletIds.length)
      return new Promise<PairingProposal>((resolve, reject) => {
        const respond = () => {
          const approval = new Promise<readonly DiscoveredWallet[]>((settle, rejectApproval) => {
            const one: OpenProposal = { uri, resolve: settle, reject: rejectApproval }
            open = [...open, one]
            signal.addEventListener('abort', () => {
              close(one)
              rejectApproval(signal.reason)
            })
          })
          approval.catch(() => undefined)
          resolve({ uri, approval: approval })
        }
        if (isSilent) silenced.push({ respond, reject })
        else respond()
      })
    },
    silence: () => {
      isSilent = true
    },
    resume: () => {
      isSilent = false
      for (const { respond } of silenced) respond()
      silenced = []
    },
    approve: (wallets, uri) => {
      const one = takeProposal(uri)
      show(wallets)
      one.resolve(wallets)
    },
    decline: (uri) =>
      takeProposal(uri).reject(new ProviderRpcError(providerCodes.userRejected, 'User rejected.')),
    fail: (cause) => {
      const [pending] = silenced
      if (!pending) return takeProposal(undefined).reject(cause)
      silenced = silenced.filter((one) => one !== pending)
      pending.reject(cause)
    },
  }
}
