import { viewStackAtom } from '#widget/core/view-stack.ts'
import { useT } from '#widget/lib/i18n/translate.ts'
import type { QueryResult } from '#widget/lib/query-result.ts'
import { useAtomValue, useSetAtom } from '#widget/lib/state.ts'
import { Button } from '#widget/ui/buttons/button.tsx'
import { RetryButton } from '#widget/ui/buttons/retry-button.tsx'
import { WalletIcon } from '#widget/ui/identity/wallet-icon.tsx'
import { RowGroup } from '#widget/ui/layout/row-group.tsx'
import { Stack } from '#widget/ui/layout/stack.tsx'
import { Row } from '#widget/ui/lists/row.tsx'
import { ConnectPrompt } from '#widget/ui/notices/connect-prompt.tsx'
import { EmptyState } from '#widget/ui/notices/empty-state.tsx'
import { Skeleton } from '#widget/ui/progress/skeleton.tsx'
import { ScreenFooter } from '#widget/ui/sheet/screen-footer.tsx'
import { selectExchangeAtom, startDepositAtom } from '../atoms/actions.ts'
import { recipientConnectionAtom, resetOnLeaveAtom } from '../atoms/draft.ts'
import { assetsAtom, exchangeAtom, exchangesAtom } from '../atoms/exchange-list.ts'
import { depositPageAtom } from '../atoms/exchange-page.ts'
import { isWaitingAtom, problemAtom } from '../atoms/form.ts'
import { trackOpeningAtom } from '../atoms/payment-events.ts'
import { buttonLabel } from '../messages.ts'
import { DepositAmount } from './deposit-amount.tsx'
import { DepositNotices } from './deposit-notices.tsx'
import { NoExchange } from './no-exchange.tsx'

/** The form of a deposit: amount, asset and exchange. */
export function PayWithExchangeView() {
  useAtomValue(resetOnLeaveAtom)
  const recipient = useAtomValue(recipientConnectionAtom)
  const exchanges = useAtomValue(exchangesAtom)
  if (!recipient) return <NotConnected />
  if (exchanges.is === 'failed') return <Unavailable />
  if (exchanges.is === 'ready' && exchanges.data.length === 0) return <NoExchange />
  return <DepositForm />
}

function NotConnected() {
  const t = useT()
  const navigate = useSetAtom(viewStackAtom)
  return (
    <ConnectPrompt
      text={t('exchange.connect-first-text')}
      onConnect={() => navigate({ to: 'reset', view: { name: 'Connect' } })}
    />
  )
}

function Unavailable() {
  const t = useT()
  const load = useSetAtom(assetsAtom)
  return (
    <EmptyState
      drawing="offline"
      title={t('exchange.failed')}
      action={<RetryButton place="view" onRetry={load} />}
    >
      {t('exchange.failed-text')}
    </EmptyState>
  )
}

function DepositForm() {
  const start = useSetAtom(startDepositAtom)
  useAtomValue(trackOpeningAtom)
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        start()
      }}
    >
      <Stack gap={20}>
        <DepositAmount />
        <Exchanges />
        <DepositNotices />
      </Stack>
      {/* Enter in the field submits. The visible button is outside this form, in the sheet's footer. */}
      <button type="submit" hidden tabIndex={-1} />
      <ScreenFooter>
        <ContinueButton />
      </ScreenFooter>
    </form>
  )
}

/** The exchanges, one of them selected. */
function Exchanges() {
  const t = useT()
  const exchanges = useAtomValue(exchangesAtom)
  const selected = useAtomValue(exchangeAtom)
  const select = useSetAtom(selectExchangeAtom)
  if (exchanges.is !== 'ready') {
    return (
      <RowGroup label={t('exchange.from')} busy>
        <Skeleton shape="row" count={2} />
      </RowGroup>
    )
  }
  return (
    <RowGroup label={t('exchange.from')}>
      {exchanges.data.map(({ id, name, imageUrl }) => (
        <Row
          key={id}
          title={name}
          icon={<WalletIcon name={name} src={imageUrl} />}
          selected={id === selected?.id}
          onClick={() => select(id)}
        />
      ))}
    </RowGroup>
  )
}

function ContinueButton() {
  const t = useT()
  const problem = useAtomValue(problemAtom)
  const isLoading = useAtomValue(isWaitingAtom)
  const page = useAtomValue(depositPageAtom)
  const exchange = useAtomValue(exchangeAtom)
  const hasAssetFailure = useAtomValue(assetsAtom).is === 'failed'
  const start = useSetAtom(startDepositAtom)
  const isBusy = isLoading || (problem === undefined && (page.is === 'loading' || isRefetching(page)))
  return (
    <Button
      onClick={start}
      busy={isBusy}
      disabled={!isBusy && (problem !== undefined || page.is === 'failed')}
    >
      {isLoading
        ? t('common.loading')
        : hasAssetFailure
          ? t('swap.problem.tokens')
          : buttonLabel(problem, exchange?.name ?? '', t)}
    </Button>
  )
}

/** True while a stale page is being refetched. */
const isRefetching = (page: QueryResult<unknown>): boolean =>
  page.is === 'ready' && page.stale && !page.failure
