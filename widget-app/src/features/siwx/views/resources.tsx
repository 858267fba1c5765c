import { languageAtom, useT } from '#widget/lib/i18n/translate.ts'
import { useAtomValue } from '#widget/lib/state.ts'
import { truncatedLine } from '#widget/lib/text/bounded-text.ts'
import type { FactLine } from '#widget/lib/text/fact-line.ts'
import { CollapsibleLines } from '#widget/ui/layout/collapsible-lines.tsx'

/** In characters; longer resources are shown in full only in the message. */
const resourceMaxLength = 200

/** The resources of a sign-in, collapsed with a count: a resource can grant an authority (ERC-5573). */
export function Resources({ resources }: { resources: readonly string[] }) {
  const t = useT()
  const { tag } = useAtomValue(languageAtom)
  const lines = resources.map(
    (resource, at): FactLine => ({
      id: `${at}`,
      label: t('sign-in.resource', { at: String(at + 1) }),
      value: truncatedLine(resource, resourceMaxLength),
      look: 'code',
    }),
  )
  return <CollapsibleLines lines={lines} locale={tag} />
}
