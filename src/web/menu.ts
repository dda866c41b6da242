import {
  IconAdjustments,
  IconBell,
  IconBriefcase,
  IconBuilding,
  IconCalendarClock,
  IconDeviceSpeaker,
  IconDownload,
  IconFileText,
  IconLayoutDashboard,
  IconPlugConnected,
  IconRestore,
  IconSettings,
  IconTemplate,
  IconUserShare,
  IconUsers,
} from './kit/look/icons.ts'
import type { MenuGroup } from './shell/menu-group.ts'

/**
 * Side menu in display order. An entry is visible if its path is a route the user may open; a group is visible if one of its entries is.
 * Groups without a label are at the top level.
 */
export const menu: MenuGroup[] = [
  {
    entries: [
      { path: '/dashboard', label: 'Dashboard', go: 'd', icon: IconLayoutDashboard },
      { path: '/download-center', label: 'Download center', go: 'r', icon: IconDownload },
    ],
  },
  {
    label: 'Projects',
    icon: IconBriefcase,
    entries: [
      { path: '/leads', label: 'Leads', go: 'l' },
      { path: '/opportunities', label: 'Opportunities', go: 'o' },
      { path: '/active-projects', label: 'Active projects', go: 'p' },
      { path: '/closed-projects', label: 'Closed projects', go: 'x' },
      { path: '/archived-projects', label: 'Archived projects' },
    ],
  },
  {
    entries: [
      { path: '/external-projects', label: 'Projects', icon: IconBriefcase },
      { path: '/external-bids', label: 'Bids', icon: IconFileText },
      { path: '/external-equipments', label: 'Equipments', icon: IconDeviceSpeaker },
    ],
  },
  {
    label: 'Templates',
    icon: IconTemplate,
    entries: [
      { path: '/space-templates', label: 'Space templates', go: 't' },
      { path: '/verification-templates', label: 'Verification templates' },
      { path: '/naming-templates', label: 'Naming templates', go: 'n' },
      { path: '/layout-templates', label: 'Layout templates' },
      { path: '/layout-views', label: 'Layout views' },
    ],
  },
  {
    label: 'Equipment',
    icon: IconDeviceSpeaker,
    entries: [
      { path: '/equipment', label: 'Items', name: 'Equipment', go: 'e' },
      { path: '/inventory', label: 'Table', name: 'Inventory table', go: 'i' },
      { path: '/equip-groups', label: 'Equipment groups', go: 'q' },
      { path: '/equipment-categories', label: 'Categories' },
      { path: '/connector-physical-types', label: 'Connector types' },
      { path: '/signal-types', label: 'Signal types' },
      { path: '/catalogue-health', label: 'Health', name: 'Catalog health' },
    ],
  },
  {
    label: 'Resource Tracker',
    icon: IconCalendarClock,
    entries: [
      { path: '/big-board', label: 'Big board', go: 'b' },
      { path: '/my-board', label: 'My board', go: 'y' },
      { path: '/workload', label: 'Workload', go: 'w' },
      { path: '/monthly-plans', label: 'Monthly plans', go: 'v' },
      { path: '/offers', label: 'My Offers' },
      { path: '/shift-requests', label: 'My Shift Requests' },
    ],
  },
  {
    label: 'Manage',
    icon: IconAdjustments,
    entries: [
      { path: '/manage-contracts', label: 'Contracts', go: 'c' },
      { path: '/manage-direct-expenses', label: 'Direct expenses' },
      { path: '/manage-offers', label: 'Offers' },
      { path: '/manage-shift-requests', label: 'Shift requests' },
      { path: '/manage-download-center', label: 'Download center' },
    ],
  },
  {
    label: 'Companies',
    icon: IconBuilding,
    entries: [
      { path: '/clients', label: 'Clients', go: 'k' },
      { path: '/manufacturers', label: 'Manufacturers', go: 'm' },
      { path: '/representatives', label: 'Representatives' },
      { path: '/systems-integrators', label: 'Systems integrators' },
      { path: '/general-contractors', label: 'General contractors' },
      { path: '/sub-contractors', label: 'Sub-contractors' },
      { path: '/architects', label: 'Architects' },
      { path: '/engineering-firms', label: 'Engineering firms' },
    ],
  },
  {
    label: 'Internal users',
    icon: IconUsers,
    entries: [
      { path: '/users', label: 'Users', go: 'u' },
      { path: '/roles', label: 'Roles' },
      { path: '/access-groups', label: 'Access groups' },
      { path: '/teams', label: 'Teams' },
    ],
  },
  {
    label: 'External users',
    icon: IconUserShare,
    entries: [
      { path: '/external-users', label: 'Users', name: 'External users' },
      { path: '/external-roles', label: 'Roles', name: 'External roles' },
      { path: '/external-access-groups', label: 'Access groups', name: 'External access groups' },
      { path: '/invitations', label: 'Invitations' },
    ],
  },
  {
    label: 'Restore',
    icon: IconRestore,
    entries: [
      { path: '/restore-projects', label: 'Projects', name: 'Restore projects' },
      { path: '/restore-spaces', label: 'Spaces', name: 'Restore spaces' },
      { path: '/restore-space-templates', label: 'Space templates', name: 'Restore space templates' },
      { path: '/restore-equipment', label: 'Equipment', name: 'Restore equipment' },
      { path: '/restore-clients', label: 'Clients', name: 'Restore clients' },
      { path: '/change-sets', label: 'Change sets' },
    ],
  },
  {
    label: 'Settings',
    icon: IconSettings,
    entries: [
      { path: '/dna-defaults', label: 'DNA defaults' },
      { path: '/holiday-calendars', label: 'Holiday calendars' },
      { path: '/audit-logs', label: 'Audit logs', go: 'a' },
      { path: '/security-log', label: 'Security log' },
      { path: '/app-settings', label: 'App settings', go: 's' },
      { path: '/identity-settings', label: 'Sign-in', name: 'Sign-in settings' },
      { path: '/system-status', label: 'System status' },
      { path: '/webhooks', label: 'Webhooks' },
      // Every user may read the page, but only administrators look for it.
      { path: '/api-docs', label: 'API', roles: ['Administrator'] },
    ],
  },
  {
    label: 'Integrations',
    icon: IconPlugConnected,
    entries: [
      { path: '/integrations/jira', label: 'Jira' },
      { path: '/integrations/ms-teams', label: 'Microsoft Teams' },
      { path: '/integrations/wire-cad', label: 'WireCAD' },
      { path: '/integrations/settings', label: 'Connections' },
    ],
  },
]

/** Menu of external users: few pages, no groups. */
export const menuOutside: MenuGroup[] = [
  {
    entries: [
      { path: '/dashboard', label: 'Dashboard', go: 'd', icon: IconLayoutDashboard },
      { path: '/inbox', label: 'Inbox', go: 'i', icon: IconBell },
      { path: '/download-center', label: 'My downloads', go: 'r', icon: IconDownload },
      { path: '/external-projects', label: 'Projects', go: 'p', icon: IconBriefcase },
      { path: '/external-bids', label: 'Bids', icon: IconFileText },
      { path: '/external-equipments', label: 'Equipments', go: 'e', icon: IconDeviceSpeaker },
    ],
  },
]
