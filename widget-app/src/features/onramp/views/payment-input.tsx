import { formatWhole } from '#shared/amount/format-amount.ts'
import { localeAtom } from '#widget/core/locale.ts'
import { viewStackAtom } from '#widget/core/view-stack.ts'
import { useT } from '#widget/lib/i18n/translate.ts'
import { useAtom, useAtomValue, useSetAtom } from '#widget/lib/state.ts'
import { Button } from '#widget/ui/buttons/button.tsx'
import { Badge } from '#widget/ui/display/badge.tsx'
import { Pill } from '#widget/ui/display/pill.tsx'
import { Text } from '#widget/ui/display/text.tsx'
import { TokenPill } from '#widget/ui/display/token-pill.tsx'
import { AmountField } from '#widget/ui/forms/amount-field.tsx'
import { Stack } from '#widget/ui/layout/stack.tsx'
import { draftAtom } from '../atoms/draft.ts'
import { buyTokenAtom, currencyAtom, methodAtom, optionsAtom } from '../atoms/options.ts'
import { problemsAtom } from '../atoms/problems.ts'
import { quoteAtom } from '../atoms/quote.ts'
import { limitTextAtom, networkNameAtom, quoteTextsAtom } from '../atoms/texts.ts'
import { tokenIconAtom } from '../atoms/token-icon.ts'
import { amountProblem, methodName } from '../messages.ts'

/** The fiat amount, validated against the limits of the method while typing. */
export function PayInput() {
  const t = useT()
  const [draft, edit] = useAtom(draftAtom)
  const currency = useAtomValue(currencyAtom)
  const method = useAtomValue(methodAtom)
  const problems = useAtomValue(problemsAtom)
  const limit = useAtomValue(limitTextAtom)
  const navigate = useSetAtom(viewStackAtom)
  if (!currency || !method) return null
  const problem = amountProblem(
    problems,
    { method: methodName(method.id, t), currency: currency.id, limit: (cents) => limit(cents, currency.id) },
    t,
  )
  return (
    <AmountField
      label={t('buy.pay')}
      value={draft.text}
      onChange={(text) => edit({ text })}
      trailing={
        <Pill
          opens
          label={`${t('buy.currency')}: ${currency.id}`}
          onClick={() => navigate({ to: 'push', view: { name: 'OnRampFiatSelect' } })}
        >
          {currency.id}
        </Pill>
      }
      error={problem}
      hint={<Presets currency={currency.id} />}
    />
  )
}

/** Whole amounts as presets. */
const presets = [100n, 250n, 500n, 1_000n] as const

function Presets({ currency }: { currency: string }) {
  const limit = useAtomValue(limitTextAtom)
  const locale = useAtomValue(localeAtom)
  const [draft, edit] = useAtom(draftAtom)
  return (
    <Stack across wrap gap={8}>
      {presets.map((amount) => (
        <Pill
          key={String(amount)}
          label={limit(amount * 100n, currency)}
          selected={draft.text === String(amount)}
          onClick={() => edit({ text: String(amount) })}
        >
          {formatWhole(amount, 0, locale)}
        </Pill>
      ))}
    </Stack>
  )
}

/** The payment methods. If the selected one does not accept the amount, one that does is offered. */
export function Methods() {
  const t = useT()
  const currency = useAtomValue(currencyAtom)
  const method = useAtomValue(methodAtom)
  const problems = useAtomValue(problemsAtom)
  const edit = useSetAtom(draftAtom)
  if (!currency || !method) return null
  const limited = problems.find((one) => one.is === 'too-little' || one.is === 'too-much')
  const instead = limited && 'instead' in limited ? limited.instead : undefined
  return (
    <Stack gap={8}>
      <Stack across wrap gap={8}>
        <Text as="span" size={13} tone="soft">
          {t('buy.by')}
        </Text>
        {currency.methods.map(({ id }) => (
          <Pill key={id} selected={id === method.id} onClick={() => edit({ method: id })}>
            {methodName(id, t)}
          </Pill>
        ))}
      </Stack>
      {instead && (
        <Stack align="start">
          <Button look="quiet" size="small" onClick={() => edit({ method: instead.id })}>
            {t('buy.instead', { method: methodName(instead.id, t) })}
          </Button>
        </Stack>
      )}
    </Stack>
  )
}

/** The received amount of the displayed quote. */
export function ReceivedAmount() {
  const t = useT()
  const token = useAtomValue(buyTokenAtom)
  const texts = useAtomValue(quoteTextsAtom)
  const quote = useAtomValue(quoteAtom)
  const options = useAtomValue(optionsAtom)
  const network = useAtomValue(networkNameAtom)
  const iconOf = useAtomValue(tokenIconAtom)
  const navigate = useSetAtom(viewStackAtom)
  if (!token) return null
  const kind = options.is === 'ready' && options.isSample ? 'sample' : (texts?.kind ?? 'real')
  return (
    <AmountField
      label={t('buy.get')}
      value={texts?.gets ?? ''}
      onChange={() => undefined}
      disabled
      aside={
        kind !== 'real' && (
          <Badge tone="warning" dot>
            {t(`buy.${kind}`)}
          </Badge>
        )
      }
      trailing={
        <TokenPill
          symbol={token.symbol}
          iconUrl={iconOf(token)}
          label={t('buy.get')}
          onClick={() => navigate({ to: 'push', view: { name: 'OnRampTokenSelect' } })}
        />
      }
      hint={
        <Text as="span" size={13} tone="soft">
          {quote.is === 'loading' ? t('swap.quoting') : network}
        </Text>
      }
    />
  )
}
