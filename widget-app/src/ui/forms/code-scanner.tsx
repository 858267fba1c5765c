import { useEffect, useRef, useState } from 'react'
import type { Camera } from '#widget/lib/camera/camera.ts'
import { type ScanEvent, watchCamera } from '#widget/lib/camera/watch-camera.ts'
import { CameraIcon } from '../icons/camera.tsx'
import styles from './code-scanner.module.css'

/**
 * `label` names the video. `onScanEvent` receives events of the camera and every code. `waiting` is shown without a video.
 */
export type CodeScannerProps = {
  readonly camera: Camera
  readonly label: string
  readonly onScanEvent: (event: ScanEvent) => void
  readonly waiting: string | undefined
}

/** Shows the camera's video and decodes codes from it. The camera is off as soon as this unmounts, or its tab is hidden. */
export function CodeScanner({ camera, label, onScanEvent, waiting }: CodeScannerProps) {
  const video = useRef<HTMLVideoElement>(null)
  const onEvent = useRef(onScanEvent)
  const isVisible = useIsTabVisible()
  useEffect(() => {
    onEvent.current = onScanEvent
  })
  useEffect(() => {
    const element = video.current
    return element && isVisible ? watchCamera(camera, element, (event) => onEvent.current(event)) : undefined
  }, [camera, isVisible])
  return (
    <div className={styles.frame} data-waiting={waiting !== undefined || undefined}>
      <video ref={video} className={styles.video} aria-label={label} playsInline muted />
      {waiting !== undefined && (
        <div className={styles.waiting}>
          <CameraIcon size={40} />
          <p>{waiting}</p>
        </div>
      )}
    </div>
  )
}

/** Whether the tab is visible; the camera is off in a hidden tab. */
function useIsTabVisible(): boolean {
  const [isVisible, setIsVisible] = useState(() => !document.hidden)
  useEffect(() => {
    const update = () => setIsVisible(!document.hidden)
    document.addEventListener('visibilitychange', update)
    return () => document.removeEventListener('visibilitychange', update)
  }, [])
  return isVisible
}
