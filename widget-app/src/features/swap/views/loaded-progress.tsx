import { loadedComponent } from '#widget/lib/loaded-component.tsx'
import { progressFile } from '../progress-file.ts'

/** `SwapProgress`, once its file is there. */
export const LoadedProgress = loadedComponent(async () => (await progressFile()).SwapProgress)
