import { lazyComponent } from '#widget/lib/lazy-component.tsx'
import { loadProgress } from '../plan/lazy-progress.ts'

/** `SwapProgress`, loaded on first use. */
export const LazySwapProgress = lazyComponent(async () => (await loadProgress()).SwapProgress)
