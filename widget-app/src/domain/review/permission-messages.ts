import type { SessionFunction, SessionPermission } from '#widget/chains/request-facts.ts'
import { dateText } from '#widget/lib/date-text.ts'
import type { Translate } from '#widget/lib/i18n/translate.ts'
import type { FactLine } from '#widget/lib/text/fact-line.ts'
import { decodedAmountText, type MessageContext, symbolText } from './decoded-amount-text.ts'

type PermissionMessages = { readonly title: string; readonly lines: readonly FactLine[] }
type Line = Omit<FactLine, 'id'>

const units = [
  ['week', 604_800n],
  ['day', 86_400n],
  ['hour', 3_600n],
  ['minute', 60n],
] as const

/** The period of an allowance, in the largest unit that divides it. */
function periodText(seconds: bigint, t: Translate): string {
  const [unit, length] = units.find(([, one]) => seconds >= one && seconds % one === 0n) ?? ['second', 1n]
  return t(`permission.each-${unit}`, { count: Number(seconds / length) })
}

function functionLines(one: SessionFunction, context: MessageContext): readonly Line[] {
  const { t } = context
  return [
    {
      label: t('approve.function'),
      value: one.called?.signature ?? t('permission.unknown-function', { name: one.name }),
      look: one.called ? 'code' : 'text',
    },
    ...(one.called
      ? [{ label: t('permission.selector'), value: one.called.selector, look: 'code' } as const]
      : []),
    ...one.conditions.map(
      ({ label, value }): Line => ({ label: t('permission.argument', { at: label }), value, look: 'code' }),
    ),
    ...(one.isBound
      ? []
      : [{ label: t('permission.each-call'), value: t('permission.no-limit'), look: 'text' } as const]),
    {
      label: t('permission.coins'),
      value: one.mostSent ? decodedAmountText(one.mostSent, context) : t('permission.no-limit'),
      look: 'text',
    },
    ...(one.isDelegated
      ? [{ label: t('permission.runs'), value: t('permission.as-account'), look: 'text' } as const]
      : []),
  ]
}

function messagesOf(permission: SessionPermission, context: MessageContext) {
  const { t, locale } = context
  if (permission.is === 'calls') {
    const { contract, functions } = permission
    return {
      title: t(functions.length === 0 ? 'permission.calls-any' : 'permission.calls'),
      lines: [
        { label: t('approve.contract'), value: contract, look: 'address' } as const,
        ...functions.flatMap((one) => functionLines(one, context)),
      ],
    }
  }
  const { figure, isUnlimited, period, start } = permission
  return {
    title: isUnlimited
      ? t('permission.spend-all', { symbol: symbolText(figure, context) })
      : t('permission.spend', { amount: decodedAmountText(figure, context), period: periodText(period, t) }),
    lines: [
      { label: t('permission.from'), value: dateText(start, locale), look: 'text' } as const,
      ...(figure.contract === undefined
        ? []
        : [{ label: t('approve.token'), value: figure.contract, look: 'address' } as const]),
    ],
  }
}

/** The messages of a session's permission: amount, period and contract. */
export function permissionMessages(
  permission: SessionPermission,
  context: MessageContext,
): PermissionMessages {
  const { title, lines } = messagesOf(permission, context)
  return { title, lines: lines.map((line, at) => ({ ...line, id: String(at) })) }
}
