import { viewStackAtom } from '#widget/kernel/view-stack.ts'
import { useT } from '#widget/lib/i18n/translate.ts'
import { useAtomValue, useSetAtom } from '#widget/lib/state.ts'
import { Button } from '#widget/ui/button.tsx'
import { Notice } from '#widget/ui/notice.tsx'
import { draftAtom } from '../state.ts'
import { takeUpAtom, unfinishedAtom } from '../unfinished.ts'

const certain: ReadonlySet<string> = new Set(['reset', 'approving', 'swapping'])

/** Tells somebody who comes back what an earlier swap has moved, and how to go on with it. */
export function UnfinishedNotice() {
  const t = useT()
  const unfinished = useAtomValue(unfinishedAtom)
  const { to } = useAtomValue(draftAtom)
  const takeUp = useSetAtom(takeUpAtom)
  const move = useSetAtom(viewStackAtom)
  // Who has begun another one has read it.
  if (!unfinished || to !== undefined) return null
  const { is, entry, amount, wallet } = unfinished
  const isSwap = entry.purpose?.is === 'swap'
  const press = () =>
    isSwap ? move({ to: 'push', view: { name: 'Transaction', id: entry.id } }) : takeUp(entry)
  return (
    <Notice
      tone={certain.has(is) ? 'info' : 'warning'}
      announce
      action={
        <Button look="quiet" size="small" onPress={press}>
          {t(isSwap ? 'swap.resume.show' : 'swap.resume.continue')}
        </Button>
      }
    >
      {t(`swap.resume.${is}`, { amount, wallet })}
    </Notice>
  )
}
