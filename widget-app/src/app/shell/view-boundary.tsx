import { Component, type ErrorInfo, type ReactNode } from 'react'

export type ViewBoundaryProps = {
  /** Names the view: after an error another key resets the boundary. */
  readonly viewKey: string
  /** Rendered in place of a view that failed. */
  readonly fallback: ReactNode
  readonly onError: (cause: unknown, info: ErrorInfo) => void
  readonly children: ReactNode
}

type State = { readonly viewKey: string; readonly hasFailed: boolean }

/** An error boundary for views; without it React removes the whole widget. A class, because React has no hook for it. */
export class ViewBoundary extends Component<ViewBoundaryProps, State> {
  override state: State = { viewKey: this.props.viewKey, hasFailed: false }

  static getDerivedStateFromError(): Pick<State, 'hasFailed'> {
    return { hasFailed: true }
  }

  static getDerivedStateFromProps({ viewKey }: ViewBoundaryProps, state: State): State | null {
    return state.viewKey === viewKey ? null : { viewKey, hasFailed: false }
  }

  override componentDidCatch(cause: unknown, info: ErrorInfo): void {
    this.props.onError(cause, info)
  }

  override render(): ReactNode {
    return this.state.hasFailed ? this.props.fallback : this.props.children
  }
}
