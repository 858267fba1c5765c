import type { AuthorityKind, Fact } from '#widget/chains/request-facts.ts'
import { visibleLines } from '#widget/lib/text/bounded-text.ts'
import type { FactMessageContext, Line } from './message-context.ts'

/** Labels of the address that gets an authority, for kinds in which it gets no control. */
const receiverLabels: Partial<
  Record<AuthorityKind, 'approve.contract' | 'approve.delegate' | 'approve.rewards-receiver'>
> = {
  control: 'approve.contract',
  votes: 'approve.delegate',
  rewards: 'approve.rewards-receiver',
}

/** The messages of an authority: what its holder can do, the holder, and the contract. */
export function authorityMessages(
  { name, right, to, contract }: Extract<Fact, { is: 'authority' }>,
  { t }: Pick<FactMessageContext, 't'>,
): { readonly title: string; readonly text: string; readonly lines: readonly (readonly Line[])[] } {
  const address = (label: string, value: string | undefined): readonly Line[] =>
    value === undefined || value === '' ? [] : [{ label, value, look: 'address' }]
  return {
    title: t(`fact.right-${right}`),
    text: t(`right.${right}-text`),
    lines: [
      address(t(receiverLabels[right] ?? 'approve.operator'), to),
      address(t('approve.contract'), contract),
      [{ label: t('approve.function'), value: visibleLines(name), look: 'code' }],
    ],
  }
}
