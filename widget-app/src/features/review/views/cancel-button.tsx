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

/** Whether somebody tried to close where only Cancel leads out, and was pointed to it. */
const usePointed = (): boolean => {
  const isHeld = useAtomValue(isCloseBlockedAtom)
  return useWasTrue(useAtomValue(shakeAtom)) && isHeld
}

/** Takes the request back. Where signing in is required it is the one way out, and everything else points to it. */
export function CancelButton({ isPrimary = false }: { isPrimary?: boolean }) {
  const t = useT()
  const cancel = useSetAtom(cancelReviewAtom)
  const isHeld = useAtomValue(isCloseBlockedAtom)
  const shake = useAtomValue(shakeAtom)
  return (
    <HighlightTarget now={isHeld && shake} ring={usePointed()}>
      <Button look={isPrimary ? 'primary' : 'secondary'} onPress={() => cancel()}>
        {t('common.cancel')}
      </Button>
    </HighlightTarget>
  )
}

/** Says so, once it was pointed to. */
export function UseCancel() {
  const t = useT()
  if (!usePointed()) return null
  return (
    <div role="status">
      <Text size={13} tone="soft" align="center">
        {t('sign-in.use-cancel')}
      </Text>
    </div>
  )
}

/** The way out of a view that needs none but where signing in is required, because there nothing else leads out. */
export function LeaveFooter() {
  if (!useAtomValue(isCloseBlockedAtom)) return null
  return (
    <ScreenFooter>
      <UseCancel />
      <CancelButton />
    </ScreenFooter>
  )
}
