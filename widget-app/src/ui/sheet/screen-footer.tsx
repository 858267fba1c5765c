import { createContext, type ReactNode, useContext } from 'react'
import { createPortal } from 'react-dom'

/** The sheet's footer element, in which the view on screen puts its primary action. */
export const FooterSlotContext = createContext<HTMLElement | null>(null)

/** Renders its children in the sheet's sticky footer instead of in the scrolling body. */
export function ScreenFooter({ children }: { children: ReactNode }) {
  const slot = useContext(FooterSlotContext)
  return slot ? createPortal(children, slot) : null
}
