import { type ReactElement, type ReactNode, useCallback, useContext } from 'react'
import { formatTokenAmount } from '#shared/amount/format-amount.ts'
import { type AccountId, addressOf, chainOf } from '#shared/caip/account-id.ts'
import type { FoundActivity, OwnActivity } from '#widget/kernel/activity-items.ts'
import { counterpartOf, type HistoryAction, type Movement } from '#widget/kernel/history-record.ts'
import { networkTableAtom } from '#widget/kernel/networks.ts'
import { localeAtom } from '#widget/kernel/number-locale.ts'
import type { OrderState } from '#widget/kernel/orders/order.ts'
import type { ActivityLine, OrderActivity } from '#widget/kernel/orders/order-activity.ts'
import type { TransactionState } from '#widget/kernel/transaction-entry.ts'
import type { View } from '#widget/kernel/view.ts'
import { viewStackAtom } from '#widget/kernel/view-stack.ts'
import { type Translate, useT } from '#widget/lib/i18n/translate.ts'
import { useAtomValue, useSetAtom } from '#widget/lib/state.ts'
import { shortAddress } from '#widget/ui/address-text.tsx'
import { CardIcon } from '#widget/ui/icons/card.tsx'
import { CheckIcon } from '#widget/ui/icons/check.tsx'
import { ContractIcon } from '#widget/ui/icons/contract.tsx'
import { ExchangeIcon } from '#widget/ui/icons/exchange.tsx'
import { ReceiveIcon } from '#widget/ui/icons/receive.tsx'
import { SendIcon } from '#widget/ui/icons/send.tsx'
import { SwapIcon } from '#widget/ui/icons/swap.tsx'
import { Row } from '#widget/ui/row.tsx'
import { RowPlace } from '#widget/ui/row-place.ts'
import { Text, type TextProps } from '#widget/ui/text.tsx'
import { lineTimeAtom } from '../activity-lines.ts'

type Tone = NonNullable<TextProps['tone']>

/** Word and colour of each state of an own payment; "Sent" only where it is certain. */
const stands: { readonly [State in TransactionState['is']]: readonly [Tone, (t: Translate) => string] } = {
  signing: ['accent', (t) => t('account.signing')],
  bundled: ['accent', (t) => t('account.sending')],
  submitted: ['accent', (t) => t('account.sending')],
  confirmed: ['ink', (t) => t('account.sent')],
  failed: ['danger', (t) => t('transaction.failed')],
  replaced: ['warning', (t) => t('transaction.replaced')],
  dropped: ['warning', (t) => t('transaction.dropped')],
  expired: ['warning', (t) => t('transaction.expired')],
  rejected: ['soft', (t) => t('transaction.rejected')],
  unknown: ['warning', (t) => t('transaction.unknown')],
}

/** What has left the account, or is about to. */
const leaving: ReadonlySet<TransactionState['is']> = new Set(['signing', 'bundled', 'submitted', 'confirmed'])

const icons: { readonly [Action in HistoryAction]: ReactElement } = {
  sent: <SendIcon />,
  received: <ReceiveIcon />,
  approved: <CheckIcon />,
  swapped: <SwapIcon />,
  called: <ContractIcon />,
}

/** What a person did here, as the history would call it. */
const ownActions = { transfer: 'sent', swap: 'swapped', approval: 'approved' } as const

const signs = { in: '+', out: '−', self: '' } as const

type Facts = {
  readonly locale: string
  readonly time: string
  readonly t: Translate
  readonly press: () => void
}

/** At most what went and what came; the transaction's own view has every amount. */
function shownMovements(movements: readonly Movement[]): readonly Movement[] {
  const out = movements.find(({ direction }) => direction === 'out')
  const into = movements.find(({ direction }) => direction === 'in')
  return out || into ? [out, into].flatMap((one) => one ?? []) : movements.slice(0, 1)
}

/** The views of orders. */
const orderViews = { exchange: 'PayWithExchangeStatus', buy: 'BuyInProgress' } as const

const orderIcons = { exchange: <ExchangeIcon />, buy: <CardIcon /> } as const

/** Where a line leads. */
function viewOf(item: ActivityLine): View {
  switch (item.is) {
    case 'own':
      return { name: 'Transaction', id: item.entry.id }
    case 'order':
      return { name: orderViews[item.order.kind], id: item.order.id }
    case 'found':
      return { name: 'PastTransaction', id: item.key }
  }
}

/** One line of the activity; leads to the transaction's own view. Keeps its identity while it draws the same. */
export function useActivityRow(account: AccountId): (item: ActivityLine) => ReactElement {
  const t = useT()
  const locale = useAtomValue(localeAtom)
  const time = useAtomValue(lineTimeAtom)
  const networks = useAtomValue(networkTableAtom)
  const navigate = useSetAtom(viewStackAtom)
  return useCallback(
    (item) => {
      const press = () => navigate({ to: 'push', view: viewOf(item) })
      const facts: Facts = { locale, time: time(item.at), t, press }
      if (item.is === 'found') return <FoundRow {...facts} item={item} account={account} />
      const { chain } = item.is === 'order' ? item.order.asset : item.entry.asset
      const elsewhere = chain === chainOf(account) ? undefined : (networks.get(chain)?.name ?? chain)
      if (item.is === 'order') return <OrderRow {...facts} item={item} elsewhere={elsewhere} />
      return <OwnRow {...facts} item={item} elsewhere={elsewhere} />
    },
    [account, locale, navigate, networks, t, time],
  )
}

/** Word and colour of each state of an order; "Bought" only where the chain has shown it. */
const orderStands: { readonly [State in OrderState['is']]: readonly [Tone, (t: Translate) => string] } = {
  opened: ['accent', (t) => t('order.opened')],
  paid: ['accent', (t) => t('order.paid')],
  sent: ['accent', (t) => t('order.sent')],
  doubtful: ['warning', (t) => t('order.doubtful')],
  risen: ['accent', (t) => t('order.risen')],
  arrived: ['ink', (t) => t('order.arrived')],
  matched: ['ink', (t) => t('order.matched')],
  failed: ['danger', (t) => t('order.failed')],
  expired: ['soft', (t) => t('order.expired')],
  abandoned: ['soft', (t) => t('order.abandoned')],
  unknown: ['warning', (t) => t('order.unknown')],
}

type OrderRowProps = Facts & { readonly item: OrderActivity; readonly elsewhere: string | undefined }

function OrderRow({ item, elsewhere, locale, time, t, press }: OrderRowProps) {
  const { kind, state, asset, expected, provider } = item.order
  const [tone, word] = orderStands[state.is]
  const isThere = state.is === 'arrived' || state.is === 'matched'
  const value = isThere ? state.value : expected
  const amount = `${isThere ? signs.in : '≈ '}${formatTokenAmount(value, asset.decimals, locale)} ${asset.symbol}`
  return (
    <Row
      look="plain"
      title={
        <Text as="span" tone={tone}>
          {word(t)}
        </Text>
      }
      subtitle={elsewhere ?? t('order.at', { provider: provider.name })}
      icon={<AtRest>{orderIcons[kind]}</AtRest>}
      trailing={
        <AtRest>
          <Amount text={amount} tone={isThere ? 'success' : 'soft'} />
          <Time text={time} />
        </AtRest>
      }
      onPress={press}
    />
  )
}

type OwnRowProps = Facts & { readonly item: OwnActivity; readonly elsewhere: string | undefined }

function OwnRow({ item, elsewhere, locale, time, t, press }: OwnRowProps) {
  const { asset, value, to, purpose } = item.entry
  const [tone, word] = stands[item.stands]
  const hasLeft = leaving.has(item.stands)
  // A permission takes nothing away yet.
  const sign = purpose?.is === 'approval' ? '' : hasLeft ? signs.out : ''
  const amount = `${sign}${formatTokenAmount(value, asset.decimals, locale)} ${asset.symbol}`
  return (
    <Row
      look="plain"
      title={
        <Text as="span" tone={tone}>
          {purpose && hasLeft ? t(`transaction.is-${purpose.is}`) : word(t)}
        </Text>
      }
      subtitle={elsewhere ?? t('transaction.to', { address: shortAddress(to) })}
      icon={<AtRest>{icons[ownActions[purpose?.is ?? 'transfer']]}</AtRest>}
      trailing={
        <AtRest>
          <Amount text={amount} tone={hasLeft ? 'ink' : 'soft'} />
          <Time text={time} />
        </AtRest>
      }
      onPress={press}
    />
  )
}

function FoundRow({
  item,
  account,
  locale,
  time,
  t,
  press,
}: Facts & { item: FoundActivity; account: AccountId }) {
  const { record } = item
  const { action, status } = record
  const other = counterpartOf(record, addressOf(account))
  const key = action === 'received' ? 'activity.from' : action === 'sent' ? 'transaction.to' : 'activity.with'
  const shown = status === 'failed' ? [] : shownMovements(record.movements)
  const isTwofold = shown.length > 1
  return (
    <Row
      look="plain"
      title={
        <Text as="span" tone={status === 'failed' ? 'danger' : status === 'pending' ? 'accent' : 'ink'}>
          {status === 'failed'
            ? t('transaction.failed')
            : status === 'pending'
              ? t('activity.pending')
              : t(`activity.${action}`)}
        </Text>
      }
      subtitle={isTwofold ? time : other && t(key, { address: shortAddress(other) })}
      icon={<AtRest>{icons[action]}</AtRest>}
      trailing={
        <AtRest>
          {shown.map(({ direction, value, decimals, symbol }) => (
            <Amount
              key={direction}
              text={`${signs[direction]}${formatTokenAmount(value, decimals, locale)} ${symbol}`}
              tone={direction === 'in' ? 'success' : 'ink'}
            />
          ))}
          {!isTwofold && <Time text={time} />}
        </AtRest>
      }
      onPress={press}
    />
  )
}

/** In a row that runs past nobody reads it, and laying it out is a good part of the row's work. */
function AtRest({ children }: { children: ReactNode }) {
  return useContext(RowPlace)?.isPassing ? null : children
}

function Amount({ text, tone }: { text: string; tone: Tone }) {
  return (
    <Text as="span" tone={tone} figures>
      {text}
    </Text>
  )
}

function Time({ text }: { text: string }) {
  return (
    <Text as="span" size={12} tone="soft" figures>
      {text}
    </Text>
  )
}
