import type { ReactNode, Ref } from 'react'
import { IconButton } from '../buttons/icon-button.tsx'
import { ArrowLeftIcon } from '../icons/arrow-left.tsx'
import { CloseIcon } from '../icons/close.tsx'
import styles from './sheet-header.module.css'

/** A labelled action in the sheet's header. */
export type SheetAction = { label: string; onClick: () => void; disabled?: boolean }

/** `leading` replaces the back button if there is nothing to go back to. The ids name and describe the sheet. */
export type SheetHeaderProps = {
  title: string
  titleId: string
  subtitle?: ReactNode
  subtitleId: string
  heading: Ref<HTMLHeadingElement>
  back: SheetAction | undefined
  close: SheetAction | undefined
  leading?: ReactNode
}

/** The line at the top of each view: back, title, close. */
export function SheetHeader({ title, titleId, subtitle, subtitleId, heading, ...rest }: SheetHeaderProps) {
  const { back, close, leading } = rest
  return (
    <header className={styles.header}>
      <div>{back ? <HeaderButton action={back} icon={<ArrowLeftIcon />} /> : leading}</div>
      <div>
        <h1 ref={heading} id={titleId} className={styles.title} tabIndex={-1}>
          {title}
        </h1>
        {subtitle && (
          <div id={subtitleId} className={styles.subtitle}>
            {subtitle}
          </div>
        )}
      </div>
      <div>{close && <HeaderButton action={close} icon={<CloseIcon />} />}</div>
    </header>
  )
}

function HeaderButton({ action, icon }: { action: SheetAction; icon: ReactNode }) {
  return (
    <IconButton label={action.label} onClick={action.onClick} disabled={action.disabled ?? false}>
      {icon}
    </IconButton>
  )
}
