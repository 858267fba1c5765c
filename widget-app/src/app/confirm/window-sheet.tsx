import { type ReactNode, useState } from 'react'
import { useT } from '#widget/lib/i18n/translate.ts'
import { useAtomValue } from '#widget/lib/state.ts'
import { Headline } from '#widget/ui/display/headline.tsx'
import { useLostFocus } from '#widget/ui/hooks/use-lost-focus.ts'
import { Stack } from '#widget/ui/layout/stack.tsx'
import { Notice } from '#widget/ui/notices/notice.tsx'
import { FooterSlotContext } from '#widget/ui/sheet/screen-footer.tsx'
import { Sheet } from '#widget/ui/sheet/sheet.tsx'
import { OriginLine } from '../shell/origin-line.tsx'
import { comparisonAtom } from './confirm-stage.ts'
import styles from './window-sheet.module.css'

/** The only sheet of a window beside the frame (confirm window, vault), which names the site that it is opened for. */
export function WindowSheet(props: { title: string; viewKey: string; children: ReactNode }) {
  const [footer] = useState(() => document.createElement('div'))
  useLostFocus()
  return (
    <main className={styles.page}>
      <FooterSlotContext value={footer}>
        <Sheet
          layout="page"
          title={props.title}
          viewKey={props.viewKey}
          subtitle={<OriginLine />}
          footer={footer}
        >
          {props.children}
        </Sheet>
      </FooterSlotContext>
    </main>
  )
}

/** Over the mailbox, only the number proves that frame and window belong together. */
export function Comparison() {
  const t = useT()
  const comparison = useAtomValue(comparisonAtom)
  if (comparison === undefined) return null
  return (
    <div className={styles.comparison}>
      <Notice tone="warning">{t('confirm.compare', { number: comparison })}</Notice>
    </div>
  )
}

/** A message in the middle of the window, below `children`. */
export function WindowMessage(props: {
  title: string
  text?: string | undefined
  isAlert?: boolean
  children?: ReactNode
}) {
  return (
    <div className={styles.message}>
      <Stack gap={20} align="center">
        {props.children}
        <Headline title={props.title} text={props.text} isAlert={props.isAlert ?? false} size={22} />
      </Stack>
    </div>
  )
}
