import { viewStackAtom } from '#widget/core/view-stack.ts'
import { useT } from '#widget/lib/i18n/translate.ts'
import { useAtomValue, useSetAtom } from '#widget/lib/state.ts'
import { Button } from '#widget/ui/buttons/button.tsx'
import { WalletIcon } from '#widget/ui/identity/wallet-icon.tsx'
import { RowGroup } from '#widget/ui/layout/row-group.tsx'
import { Stack } from '#widget/ui/layout/stack.tsx'
import { Row } from '#widget/ui/lists/row.tsx'
import { ScreenFooter } from '#widget/ui/sheet/screen-footer.tsx'
import { buyAtom } from '../atoms/actions.ts'
import { resetOnLeaveAtom } from '../atoms/draft.ts'
import { optionsAtom } from '../atoms/options.ts'
import { problemsAtom } from '../atoms/problems.ts'
import { providerAtom, providersAtom } from '../atoms/providers.ts'
import { providerPageAtom } from '../atoms/purchase.ts'
import { quoteAtom, renewalAtom } from '../atoms/quote.ts'
import { quoteRefetchAtom } from '../atoms/refresh-quote.ts'
import { feeRangeAtom } from '../atoms/texts.ts'
import { problemLabel, providerLine } from '../messages.ts'
import { BuyFacts } from './buy-facts.tsx'
import { BuyGuard } from './buy-guard.tsx'
import { BuyNotices } from './buy-notices.tsx'
import { BuySkeleton } from './buy-skeleton.tsx'
import { NoAssets } from './no-assets.tsx'
import { Methods, PayInput, ReceivedAmount } from './payment-input.tsx'

/** The form of a purchase: amount, payment method and token. */
export function OnRampAmountView() {
  useAtomValue(resetOnLeaveAtom)
  return (
    <BuyGuard fallback={<BuySkeleton />}>
      <BuyForm />
    </BuyGuard>
  )
}

function BuyForm() {
  useAtomValue(quoteRefetchAtom)
  const options = useAtomValue(optionsAtom)
  const problems = useAtomValue(problemsAtom)
  const provider = useAtomValue(providerAtom)
  const buy = useSetAtom(buyAtom)
  if (options.is === 'loading') return <BuySkeleton />
  if (!provider || problems.some(({ is }) => is === 'nothing-here')) return <NoAssets />
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        buy()
      }}
    >
      <Stack gap={12}>
        <PayInput />
        <Methods />
        <ReceivedAmount />
        <BuyFacts />
        <ProviderRow />
        <BuyNotices />
      </Stack>
      {/* Enter in a field submits. The visible button is outside this form, in the sheet's footer. */}
      <button type="submit" hidden tabIndex={-1} />
      <ScreenFooter>
        <ContinueButton />
      </ScreenFooter>
    </form>
  )
}

/** The provider; opens the list if there are several. */
function ProviderRow() {
  const t = useT()
  const provider = useAtomValue(providerAtom)
  const providers = useAtomValue(providersAtom)
  const range = useAtomValue(feeRangeAtom)
  const navigate = useSetAtom(viewStackAtom)
  if (!provider) return null
  const hasChoice = providers.length > 1
  return (
    <RowGroup label={t('buy.provider')} labelHidden>
      <Row
        title={provider.name}
        subtitle={providerLine(provider, range(provider), t)}
        icon={<WalletIcon name={provider.name} />}
        chevron={hasChoice}
        onClick={hasChoice ? () => navigate({ to: 'push', view: { name: 'OnRampProviders' } }) : undefined}
      />
    </RowGroup>
  )
}

function ContinueButton() {
  const t = useT()
  const [problem] = useAtomValue(problemsAtom)
  const provider = useAtomValue(providerAtom)
  const quote = useAtomValue(quoteAtom)
  const page = useAtomValue(providerPageAtom)
  const buy = useSetAtom(buyAtom)
  const isRefetching = useAtomValue(renewalAtom) === 'awaited'
  const isReady = page.is === 'ready' && quote.is === 'quote' && !isRefetching
  return (
    <Button
      onClick={buy}
      busy={!problem && !isReady && page.is !== 'failed'}
      disabled={problem !== undefined || page.is === 'failed'}
    >
      {problem ? problemLabel(problem, t) : t('buy.continue', { provider: provider?.name ?? '' })}
    </Button>
  )
}
