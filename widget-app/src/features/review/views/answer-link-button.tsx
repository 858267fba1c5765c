import { useT } from '#widget/lib/i18n/translate.ts'
import { useAtomValue } from '#widget/lib/state.ts'
import { Button } from '#widget/ui/buttons/button.tsx'
import { reviewExplorerLinkAtom } from '../atoms.ts'

const texts = { transaction: 'transaction.explorer', account: 'transaction.account-explorer' } as const

/** Opens the explorer page that shows what the wallet did; renders nothing for a network without an explorer. */
export function ExplorerLinkButton() {
  const t = useT()
  const link = useAtomValue(reviewExplorerLinkAtom)
  if (!link) return null
  return (
    <Button look="secondary" href={link.href}>
      {t(texts[link.is], { explorer: link.name })}
    </Button>
  )
}
