import { viewStackAtom } from '#widget/kernel/view-stack.ts'
import { useT } from '#widget/lib/i18n/translate.ts'
import { useAtom, useAtomValue, useSetAtom } from '#widget/lib/state.ts'
import { Button } from '#widget/ui/button.tsx'
import { Checkbox } from '#widget/ui/checkbox.tsx'
import { EmptyState } from '#widget/ui/empty-state.tsx'
import { FooterPair } from '#widget/ui/footer-pair.tsx'
import { Notice } from '#widget/ui/notice.tsx'
import { ScreenFooter } from '#widget/ui/screen-footer.tsx'
import { Stack } from '#widget/ui/stack.tsx'
import { Text } from '#widget/ui/text.tsx'
import { TokenIcon } from '#widget/ui/token-icon.tsx'
import { askAgainAtom, confirmSwapAtom, freshQuoteAtom } from '../bind.ts'
import {
  approvalEntryAtom,
  entryTextsAtom,
  impactTextAtom,
  networkNameAtom,
  orderTextsAtom,
  walletShownAtom,
} from '../display.ts'
import { lossAtom, orderAtom, planAtom, reviewProblemsAtom } from '../form.ts'
import { isUnderWay, showsProgress } from '../machine.ts'
import { setbackOfPlan } from '../setbacks.ts'
import { presenceAtom, swapStateAtom } from '../state.ts'
import { failureText, labelOf, reviewNotice } from '../words.ts'
import { PreviewFacts } from './preview-facts.tsx'
import { Renewal } from './quote-facts.tsx'
import { SwapProgress } from './swap-progress.tsx'

/** Every fact of a swap before the wallet is asked; then, in place, what becomes of it. */
export function SwapPreviewView() {
  useAtomValue(presenceAtom)
  const state = useAtomValue(swapStateAtom)
  const order = useAtomValue(orderAtom)
  if (showsProgress(state)) return <SwapProgress />
  return order ? <Preview /> : <NothingToReview />
}

function NothingToReview() {
  const t = useT()
  const move = useSetAtom(viewStackAtom)
  return (
    <EmptyState
      drawing="coins"
      title={t('review.empty')}
      action={
        <Button onPress={() => move({ to: 'replace', view: { name: 'Swap' } })}>{t('swap.title')}</Button>
      }
    >
      {t('swap.empty-text')}
    </EmptyState>
  )
}

function Preview() {
  useAtomValue(freshQuoteAtom)
  const order = useAtomValue(orderAtom)
  const texts = useAtomValue(orderTextsAtom)
  const t = useT()
  if (!order || !texts) return null
  const side = (label: string, amount: string, worth: string, token: typeof order.from) => (
    <Stack across gap={12} align="start">
      <TokenIcon name={token.asset.symbol} src={token.iconUrl} />
      <div>
        <Text size={13} tone="soft">
          {label}
        </Text>
        <Text as="h2" size={amount.length > 20 ? 17 : 22} weight="strong" figures>
          {amount}
        </Text>
        <Text size={13} tone="soft" figures>
          {worth}
        </Text>
      </div>
    </Stack>
  )
  return (
    <Stack gap={16}>
      {side(t('swap.from'), texts.gives, texts.givesWorth, order.from)}
      {side(t('swap.to'), texts.gets, texts.getsWorth, order.to)}
      <PreviewFacts />
      <ChangeSlippage />
      <Renewal />
      <Notices />
      <ScreenFooter>
        <Buttons />
      </ScreenFooter>
    </Stack>
  )
}

/** Back to the form, where it stands; also what a keyboard scrolls a long review by. */
function ChangeSlippage() {
  const t = useT()
  const move = useSetAtom(viewStackAtom)
  const isBusy = isUnderWay(useAtomValue(swapStateAtom))
  return (
    <Button look="quiet" size="small" disabled={isBusy} onPress={() => move({ to: 'back' })}>
      {t('swap.slippage-change')}
    </Button>
  )
}

function Notices() {
  const t = useT()
  const state = useAtomValue(swapStateAtom)
  const plan = useAtomValue(planAtom)
  const wallet = useAtomValue(walletShownAtom)
  const network = useAtomValue(networkNameAtom)
  const approval = useAtomValue(approvalEntryAtom)
  const entry = useAtomValue(entryTextsAtom)
  const names = { wallet: wallet.name, network, symbol: '' }
  const notice = reviewNotice(state, names, t)
  const failed = plan.is === 'failed' ? setbackOfPlan(plan.error) : undefined
  return (
    <>
      {notice && (
        <Notice
          key={notice.title}
          tone={notice.tone}
          title={notice.title}
          details={
            notice.detail === undefined ? undefined : { label: t('common.details'), text: notice.detail }
          }
          announce
        >
          {notice.text}
        </Notice>
      )}
      {state.is === 'stopped' && approval?.state.is === 'confirmed' && entry && (
        <Notice tone="warning" announce>
          {t('swap.approved-only', { amount: entry.gives })}
        </Notice>
      )}
      {failed && !isUnderWay(state) && (
        <Notice
          tone="error"
          title={t('swap.plan-failed')}
          details={
            failed.is === 'failed' && failed.detail !== undefined
              ? { label: t('common.details'), text: failed.detail }
              : undefined
          }
          announce
        >
          {failed.is === 'failed' ? failureText(failed.why, names, t) : t('swap.rejected-text')}
        </Notice>
      )}
      <Loss />
    </>
  )
}

function Loss() {
  const t = useT()
  const [loss, accept] = useAtom(lossAtom)
  const percent = useAtomValue(impactTextAtom)
  if (loss === 'none' || percent === undefined) return null
  return (
    <Stack gap={8}>
      <Notice tone="error" title={t('swap.loss', { percent })} announce>
        {t('swap.loss-text')}
      </Notice>
      <Checkbox label={t('swap.loss-accept')} checked={loss === 'accepted'} onChange={accept} />
    </Stack>
  )
}

function Buttons() {
  const t = useT()
  const state = useAtomValue(swapStateAtom)
  const plan = useAtomValue(planAtom)
  const loss = useAtomValue(lossAtom)
  const [problem] = useAtomValue(reviewProblemsAtom)
  const wallet = useAtomValue(walletShownAtom)
  const confirm = useSetAtom(confirmSwapAtom)
  const askAgain = useSetAtom(askAgainAtom)
  const move = useSetAtom(viewStackAtom)
  const isBusy = isUnderWay(state)
  return (
    <FooterPair>
      <Button look="secondary" disabled={isBusy} onPress={() => move({ to: 'back' })}>
        {t('common.cancel')}
      </Button>
      {problem ? (
        <Button onPress={confirm} disabled>
          {labelOf(problem, t)}
        </Button>
      ) : plan.is === 'failed' && !isBusy ? (
        <Button onPress={askAgain}>{t('common.tryAgain')}</Button>
      ) : (
        <Button onPress={confirm} busy={isBusy || plan.is === 'loading'} disabled={loss === 'large'}>
          {t('swap.confirm', { wallet: wallet.name })}
        </Button>
      )}
    </FooterPair>
  )
}
