import type { ReactNode } from 'react'
import {
  shownVaultWindowAtom,
  type VaultTask,
  vaultWindowAtom,
} from '#widget/domain/embedded-wallet/vault-window.ts'
import { useT } from '#widget/lib/i18n/translate.ts'
import { useAtomValue } from '#widget/lib/state.ts'
import { LiveRegion } from '#widget/ui/notices/live-region.tsx'
import { VaultWindowStatus } from './vault-window-status.tsx'

/** The content of a view that opens the vault for a task; while its window is open, the status of the window. */
export function WithVaultWindow({ task, children }: { task: VaultTask; children: ReactNode }) {
  const window = useAtomValue(shownVaultWindowAtom)
  return (
    <>
      <WindowAnnouncement />
      {window ? <VaultWindowStatus window={window} task={task} /> : children}
    </>
  )
}

/** Announces what appears with the status, or with the content that replaces it. */
function WindowAnnouncement() {
  const t = useT()
  const window = useAtomValue(vaultWindowAtom)
  if (window?.stage === 'closed') return <LiveRegion message={t('confirm.closed')} />
  const number = window?.stage === 'waiting' ? window.comparison : undefined
  return <LiveRegion message={number === undefined ? '' : t('confirm.compare-here', { number })} />
}
