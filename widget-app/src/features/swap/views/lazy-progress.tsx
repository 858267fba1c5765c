import { lazyComponent } from '#widget/lib/lazy-component.tsx'

/** `SwapProgress`, loaded on first use: it is not part of the form's file. */
export const LazySwapProgress = lazyComponent(async () => (await import('./swap-progress.tsx')).SwapProgress)
