import type { Namespace } from '#shared/caip/namespace.ts'
import { viewStackAtom } from '#widget/core/view-stack.ts'
import { hasSmartSessionsAtom } from '#widget/domain/accounts/smart-sessions.ts'
import { useT } from '#widget/lib/i18n/translate.ts'
import { useAtomValue, useSetAtom } from '#widget/lib/state.ts'
import { ClockIcon } from '#widget/ui/icons/clock.tsx'
import { RowGroup } from '#widget/ui/layout/row-group.tsx'
import { Row } from '#widget/ui/lists/row.tsx'

/** Opens the smart sessions of the account; null if the namespace or the host has none. */
export function SmartSessionsRow({ namespace }: { namespace: Namespace }) {
  const t = useT()
  const isAvailable = useAtomValue(hasSmartSessionsAtom(namespace))
  const navigate = useSetAtom(viewStackAtom)
  if (!isAvailable) return null
  return (
    <RowGroup label={t('sessions.title')} labelHidden>
      <Row
        title={t('sessions.title')}
        icon={<ClockIcon />}
        chevron
        onClick={() => navigate({ to: 'push', view: { name: 'SmartSessionList' } })}
      />
    </RowGroup>
  )
}
