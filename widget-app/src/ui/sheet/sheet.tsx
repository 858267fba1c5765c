import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { useDragDismiss } from '../hooks/use-drag-dismiss.ts'
import { useEscape } from '../hooks/use-escape.ts'
import { useFocusHeading } from '../hooks/use-focus-heading.ts'
import { useHeightMotion } from '../hooks/use-height-motion.ts'
import { useScrollEnd } from '../hooks/use-scroll-end.ts'
import { useScrollPositions } from '../hooks/use-scroll-positions.ts'
import { useStartedAnimations } from '../hooks/use-started-animations.ts'
import styles from './sheet.module.css'
import { type SheetAction, SheetHeader } from './sheet-header.tsx'

/**
 * `viewKey` names the view: a change of it moves focus to the heading, scrolls to the top, or restores the scroll position
 * when the user comes back, and plays the transition.
 */
export type SheetProps = {
  title: string
  viewKey: string
  /** The depth of the view stack, including this view. */
  depth?: number
  direction?: 'forward' | 'back' | 'none'
  /** `page`: the whole of a window of the widget's own. */
  layout?: 'modal' | 'embedded' | 'page'
  open?: boolean
  shake?: boolean
  /** One quiet line under the title, such as the host's verified origin. */
  subtitle?: ReactNode
  back?: SheetAction | undefined
  close?: SheetAction | undefined
  /** Replaces the back button if there is nothing to go back to. */
  leading?: ReactNode
  /** The element in which a view puts its primary action: owned by the app, so that placing it renders nothing again. */
  footer?: HTMLElement
  ribbon?: ReactNode
  toast?: ReactNode
  /** Lines of text of a toast in this view, present or past: this much space is reserved below the view. */
  toastLines?: number
  onMouseDownOutside?: () => void
  onEscape?: () => void
  /** The panel's final height in px after each change; an embedding page sizes its frame by it. */
  onHeight?: (px: number) => void
  children: ReactNode
}

/**
 * The widget's panel: a card in the middle of the page, a bottom sheet under 430 px, a plain embedded block, or a window of
 * its own.
 */
export function Sheet(props: SheetProps) {
  const { title, viewKey, direction = 'none', layout = 'modal', open = true, back, close, footer } = props
  const titleId = useId()
  const subtitleId = useId()
  const panel = useRef<HTMLDivElement>(null)
  const scroller = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const foot = useRef<HTMLElement>(null)
  const drag = useDragDismiss(panel, close?.disabled ? undefined : close?.onClick)
  useFocusHeading(heading, viewKey, open)
  useHeightMotion(panel, content, props.onHeight)
  useScrollEnd(scroller)
  useStartedAnimations(panel)
  useEscape(open ? props.onEscape : undefined)
  useScrollPositions(scroller, { key: viewKey, depth: props.depth ?? 1, isReturn: direction === 'back' })
  useLayoutEffect(() => {
    if (footer) foot.current?.replaceChildren(footer)
  }, [footer])

  const named = {
    ...(layout === 'modal' ? { role: 'dialog', 'aria-modal': true } : { role: 'region' }),
    'aria-labelledby': titleId,
    'aria-describedby': props.subtitle ? subtitleId : undefined,
  }

  return (
    <div className={styles.stage} data-layout={layout} data-open={open}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: Escape and the close button do the same by keyboard */}
      <div className={styles.outside} onMouseDown={props.onMouseDownOutside} />
      <div ref={panel} className={styles.panel} {...named} data-shake={props.shake || undefined}>
        <div className={styles.handle} {...drag} />
        {props.ribbon}
        <SheetHeader
          title={title}
          titleId={titleId}
          subtitle={props.subtitle}
          subtitleId={subtitleId}
          heading={heading}
          back={back}
          close={close}
          leading={props.leading}
        />
        <div ref={scroller} className={styles.scroller} data-scrolls>
          <div ref={content}>
            <div
              key={viewKey}
              className={styles.view}
              data-direction={direction}
              data-toasted={props.toastLines || undefined}
              style={{ '--toast-lines': props.toastLines }}
            >
              {props.children}
            </div>
          </div>
        </div>
        <div className={styles.foot}>
          {props.toast && <div className={styles.toasts}>{props.toast}</div>}
          {footer && <footer ref={foot} className={styles.footer} />}
        </div>
      </div>
    </div>
  )
}
