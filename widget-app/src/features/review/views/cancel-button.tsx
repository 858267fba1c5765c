import { shakeAtom } from '#widget/core/modal-state.ts'
import { isCloseBlockedAtom } from '#widget/domain/modal/modal.ts'
import { useT } from '#widget/lib/i18n/translate.ts'
import { useAtomValue, useSetAtom } from '#widget/lib/state.ts'
import { Button } from '#widget/ui/buttons/button.tsx'
import { Text } from '#widget/ui/display/text.tsx'
import { useWasTrue } from '#widget/ui/hooks/use-was-true.ts'
import { HighlightTarget } from '#widget/ui/sheet/highlight-target.tsx'
import { ScreenFooter } from '#widget/ui/sheet/screen-footer.tsx'
import { cancelReviewAtom } from '../atoms.ts'

/** Whether the user tried to close while only Cancel is possible, and Cancel was highlighted. */
const useWasHighlighted = (): boolean => {
  const isCloseBlocked = useAtomValue(isCloseBlockedAtom)
  return useWasTrue(useAtomValue(shakeAtom)) && isCloseBlocked
}

/** Cancels the request. If sign-in is required it is the only way to close, and other attempts highlight it. */
export function CancelButton({ isPrimary = false }: { isPrimary?: boolean }) {
  const t = useT()
  const cancel = useSetAtom(cancelReviewAtom)
  const isCloseBlocked = useAtomValue(isCloseBlockedAtom)
  const shake = useAtomValue(shakeAtom)
  return (
    <HighlightTarget now={isCloseBlocked && shake} ring={useWasHighlighted()}>
      <Button look={isPrimary ? 'primary' : 'secondary'} onClick={() => cancel()}>
        {t('common.cancel')}
      </Button>
    </HighlightTarget>
  )
}

/** Hint to use Cancel, shown once it was highlighted. */
export function UseCancelHint() {
  const t = useT()
  if (!useWasHighlighted()) return null
  return (
    <div role="status">
      <Text size={13} tone="soft" align="center">
        {t('sign-in.use-cancel')}
      </Text>
    </div>
  )
}

/** Cancel for views that need it only while sign-in is required, because closing is blocked then. */
export function CancelFooter() {
  if (!useAtomValue(isCloseBlockedAtom)) return null
  return (
    <ScreenFooter>
      <UseCancelHint />
      <CancelButton />
    </ScreenFooter>
  )
}
