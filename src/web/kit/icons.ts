/** The icons of the product. Only what stands here is in the bundle; add what you need. */
export {
  IconAlertTriangle,
  IconCircleCheck,
  IconInfoCircle,
  IconX,
} from '@tabler/icons-react'
