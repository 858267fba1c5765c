import { viewStackAtom } from '#widget/core/view-stack.ts'
import { useT } from '#widget/lib/i18n/translate.ts'
import type { Loaded } from '#widget/lib/remote-data.ts'
import { useAtomValue, useSetAtom } from '#widget/lib/state.ts'
import { Button } from '#widget/ui/button.tsx'
import { ConnectFirst } from '#widget/ui/connect-first.tsx'
import { EmptyState } from '#widget/ui/empty-state.tsx'
import { Row } from '#widget/ui/row.tsx'
import { RowGroup } from '#widget/ui/row-group.tsx'
import { ScreenFooter } from '#widget/ui/screen-footer.tsx'
import { Skeleton } from '#widget/ui/skeleton.tsx'
import { Stack } from '#widget/ui/stack.tsx'
import { WalletIcon } from '#widget/ui/wallet-icon.tsx'
import { chooseExchangeAtom, startDepositAtom } from '../bind.ts'
import { isWaitingAtom, problemAtom } from '../form.ts'
import { assetsAtom, exchangeAtom, exchangesAtom } from '../offers.ts'
import { toldOpeningAtom } from '../pay-events.ts'
import { payPageAtom } from '../pay-page.ts'
import { presenceAtom, receiverAtom } from '../state.ts'
import { labelOf } from '../words.ts'
import { DepositAmount } from './deposit-amount.tsx'
import { DepositNotices } from './deposit-notices.tsx'
import { NoExchange } from './no-exchange.tsx'

/** The form of a deposit: how much of what, and from which exchange. */
export function PayWithExchangeView() {
  useAtomValue(presenceAtom)
  const receiver = useAtomValue(receiverAtom)
  const exchanges = useAtomValue(exchangesAtom)
  if (!receiver) return <NotConnected />
  if (exchanges.is === 'failed') return <Unavailable />
  if (exchanges.is === 'ready' && exchanges.data.length === 0) return <NoExchange />
  return <DepositForm />
}

function NotConnected() {
  const t = useT()
  const move = useSetAtom(viewStackAtom)
  return (
    <ConnectFirst
      text={t('exchange.connect-first-text')}
      onConnect={() => move({ to: 'reset', view: { name: 'Connect' } })}
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
      action={
        <Button look="secondary" onPress={() => void load()}>
          {t('common.tryAgain')}
        </Button>
      }
    >
      {t('exchange.failed-text')}
    </EmptyState>
  )
}

function DepositForm() {
  const start = useSetAtom(startDepositAtom)
  useAtomValue(toldOpeningAtom)
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
      {/* Enter in the field submits; the button that a person sees sits outside this form, in the sheet's footer. */}
      <button type="submit" hidden tabIndex={-1} />
      <ScreenFooter>
        <Continue />
      </ScreenFooter>
    </form>
  )
}

/** Where to pay from, one of them chosen. */
function Exchanges() {
  const t = useT()
  const exchanges = useAtomValue(exchangesAtom)
  const chosen = useAtomValue(exchangeAtom)
  const choose = useSetAtom(chooseExchangeAtom)
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
          selected={id === chosen?.id}
          onPress={() => choose(id)}
        />
      ))}
    </RowGroup>
  )
}

function Continue() {
  const t = useT()
  const problem = useAtomValue(problemAtom)
  const isLoading = useAtomValue(isWaitingAtom)
  const page = useAtomValue(payPageAtom)
  const exchange = useAtomValue(exchangeAtom)
  const isUnlisted = useAtomValue(assetsAtom).is === 'failed'
  const start = useSetAtom(startDepositAtom)
  const isBusy = isLoading || (problem === undefined && (page.is === 'loading' || isRenewed(page)))
  return (
    <Button
      onPress={start}
      busy={isBusy}
      disabled={!isBusy && (problem !== undefined || page.is === 'failed')}
    >
      {isLoading
        ? t('common.loading')
        : isUnlisted
          ? t('swap.problem.tokens')
          : labelOf(problem, exchange?.name ?? '', t)}
    </Button>
  )
}

/** Whether an older page stands while a newer one is on its way. */
const isRenewed = (page: Loaded<unknown>): boolean => page.is === 'ready' && page.stale && !page.failure
