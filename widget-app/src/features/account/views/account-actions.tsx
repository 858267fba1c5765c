import { viewStackAtom } from '#widget/core/view-stack.ts'
import { useT } from '#widget/lib/i18n/translate.ts'
import { useAtomValue, useSetAtom } from '#widget/lib/state.ts'
import { Button } from '#widget/ui/buttons/button.tsx'
import { availableActionsAtom } from '../account-actions.ts'
import styles from './account-actions.module.css'

/** The possible actions: tiles in one row, or a single primary button. Null if there are none. */
export function AccountActions() {
  const t = useT()
  const actions = useAtomValue(availableActionsAtom)
  const navigate = useSetAtom(viewStackAtom)
  const [first, ...others] = actions
  if (!first) return null
  if (others.length === 0) {
    return (
      <Button icon={<first.Icon />} onClick={() => navigate({ to: 'push', view: first.view })}>
        {first.label(t)}
      </Button>
    )
  }
  return (
    <div className={styles.actions}>
      {actions.map(({ id, label, Icon, view }) => (
        <button
          key={id}
          type="button"
          className={styles.action}
          onClick={() => navigate({ to: 'push', view })}
        >
          <Icon />
          <span className={styles.label}>{label(t)}</span>
        </button>
      ))}
    </div>
  )
}
