import { viewStackAtom } from '#widget/core/view-stack.ts'
import { useT } from '#widget/lib/i18n/translate.ts'
import { useAtomValue, useSetAtom } from '#widget/lib/state.ts'
import { Button } from '#widget/ui/buttons/button.tsx'
import { Skeleton } from '#widget/ui/progress/skeleton.tsx'
import { actionTilesAtom } from '../account-actions.ts'
import styles from './account-actions.module.css'

/**
 * The possible actions: tiles in one row, or a single primary button. Null if there are none. A placeholder is no control: a
 * screen reader gets the action once it is possible.
 */
export function AccountActions() {
  const t = useT()
  const tiles = useAtomValue(actionTilesAtom)
  const navigate = useSetAtom(viewStackAtom)
  const [first, ...others] = tiles
  if (!first) return null
  if (others.length === 0) {
    return first.isPlaceholder ? (
      <Skeleton shape="block" height="48px" />
    ) : (
      <Button icon={<first.Icon />} onClick={() => navigate({ to: 'push', view: first.view })}>
        {first.label(t)}
      </Button>
    )
  }
  return (
    <div className={styles.actions}>
      {tiles.map(({ id, label, Icon, view, isPlaceholder }) =>
        isPlaceholder ? (
          <span key={id} className={styles.placeholder}>
            <Skeleton shape="block" height="100%" />
          </span>
        ) : (
          <button
            key={id}
            type="button"
            className={styles.action}
            onClick={() => navigate({ to: 'push', view })}
          >
            <Icon />
            <span className={styles.label}>{label(t)}</span>
          </button>
        ),
      )}
    </div>
  )
}
