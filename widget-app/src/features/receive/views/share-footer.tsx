import { useState } from 'react'
import { useT } from '#widget/lib/i18n/translate.ts'
import { useAtomValue } from '#widget/lib/state.ts'
import { Button } from '#widget/ui/buttons/button.tsx'
import { Notice } from '#widget/ui/notices/notice.tsx'
import { ScreenFooter } from '#widget/ui/sheet/screen-footer.tsx'
import { codeAtom } from '../atoms.ts'
import { canShare, shareText } from '../share.ts'

/** Opens the system's share sheet with the content of the QR code, if supported. */
export function ShareFooter() {
  const t = useT()
  const code = useAtomValue(codeAtom)
  const [failedText, setFailedText] = useState<string>()
  if (!code || !canShare(window)) return null
  const { text } = code
  const share = async () => setFailedText((await shareText(window, text)) ? undefined : text)
  return (
    <>
      {failedText === text && (
        <Notice tone="error" announce>
          {t('receive.share-failed')}
        </Notice>
      )}
      <ScreenFooter>
        <Button onClick={share}>{t('receive.share')}</Button>
      </ScreenFooter>
    </>
  )
}
