import { formatWhole } from '#shared/amount/format-amount.ts'
import { addressOf, chainOf } from '#shared/caip/account-id.ts'
import { namespaceOf } from '#shared/caip/chain-id.ts'
import { localeAtom } from '#widget/core/locale.ts'
import { portsAtom } from '#widget/core/ports.ts'
import { activeNetworkAtom } from '#widget/domain/accounts/active-network.ts'
import { activeAccountAtom } from '#widget/domain/accounts/connected-accounts.ts'
import type { ExplorerLink } from '#widget/domain/networks/explorer-link.ts'
import { historyAtom } from '#widget/domain/transactions/history.ts'
import {
  type HistoryRecord,
  isSameAddress,
  type Movement,
} from '#widget/domain/transactions/history-record.ts'
import { queryAtom } from '#widget/lib/query.ts'
import { atom, atomFamily } from '#widget/lib/state.ts'

/** A transaction in the history of the active account. */
export const historyTransactionAtom = atomFamily((id: string) =>
  atom((get): HistoryRecord | undefined => {
    const account = get(activeAccountAtom)
    return account && get(historyAtom(account)).records.find((record) => record.id === id)
  }),
)

/** The fee that the account itself paid, in the native currency's base units, read from the chain. */
const paidFeeAtom = atomFamily((id: string) =>
  queryAtom<bigint | undefined>((get) => {
    const record = get(historyTransactionAtom(id))
    const account = get(activeAccountAtom)
    const network = get(activeNetworkAtom)
    const { chains } = get(portsAtom)
    const isOwn =
      record !== undefined && account !== undefined && isSameAddress(record.from, addressOf(account))
    const isKnown = network !== undefined && network.id === record?.chain
    return {
      key: ['paid-fee', record?.chain ?? '', record?.hash ?? ''],
      staleTimeMs: Number.POSITIVE_INFINITY,
      enabled: isOwn && isKnown && record.status !== 'pending',
      load: async (signal) => {
        if (!record || !network) return undefined
        const { waitForTransaction } = await chains.adapter(namespaceOf(record.chain))
        const { chain, from, hash, nonce } = record
        // The transaction is in a block, so the first poll returns its status.
        const status = await waitForTransaction?.(
          { chain, from, hash, nonce },
          network,
          () => undefined,
          signal,
        )
        return status?.is === 'confirmed' || status?.is === 'failed' ? status.fee : undefined
      },
    }
  }),
)

const signs = { in: '+', out: '−', self: '' } as const

/** The amounts and time of a history transaction, formatted; amounts have every digit. */
export const historyTextsAtom = atomFamily((id: string) =>
  atom((get) => {
    const record = get(historyTransactionAtom(id))
    if (!record) return undefined
    const locale = get(localeAtom)
    const currency = get(activeNetworkAtom)?.nativeCurrency
    const fee = get(paidFeeAtom(id))
    const amount = ({ direction, value, decimals, symbol }: Movement) =>
      // A failed transaction moved nothing.
      `${record.status === 'failed' ? '' : signs[direction]}${formatWhole(value, decimals, locale)} ${symbol}`
    const time = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' })
    return {
      amounts: record.movements.map((movement, at) => ({
        id: String(at),
        text: amount(movement),
        isIn: movement.direction === 'in',
      })),
      time: time.format(record.at),
      fee:
        currency && fee.is === 'ready' && fee.data !== undefined
          ? `${formatWhole(fee.data, currency.decimals, locale)} ${currency.symbol}`
          : undefined,
    }
  }),
)

/** The transaction in its network's explorer. */
export const historyLinkAtom = atomFamily((id: string) =>
  atom((get): ExplorerLink | undefined => {
    const record = get(historyTransactionAtom(id))
    const account = get(activeAccountAtom)
    const network = get(activeNetworkAtom)
    if (!record || !account || !network?.explorer || network.id !== chainOf(account)) return undefined
    const manifest = get(portsAtom).chains.manifest(namespaceOf(record.chain))
    const href = manifest?.explorerTransactionUrl(network, record.hash)
    return href === undefined ? undefined : { href, name: network.explorer.name, is: 'transaction' }
  }),
)
