import { useT } from '#widget/lib/i18n/translate.ts'
import { Notice } from '#widget/ui/notices/notice.tsx'
import type { VaultProblem } from './vault-screen.ts'

/** Why the last attempt failed. */
export function Problem({ problem }: { problem: VaultProblem | undefined }) {
  const t = useT()
  if (problem === undefined) return null
  return (
    <Notice tone="error" announce>
      {t(problem)}
    </Notice>
  )
}
