import { boolean, defaulted, integer, list, name } from '../kit/field.ts'
import { resource } from '../kit/resource.ts'
import { HolidayShare } from './enums.ts'
import { holidayShape } from './working-time.ts'

/** Holidays. One calendar is the firm's default; a user may have another. */
export const holidayCalendars = resource({
  path: 'holidayCalendars',
  route: '/holiday-calendars',
  names: { one: 'Holiday calendar', many: 'Holiday calendars' },
  // Users who may view working time may also view the holidays that reduce it.
  permission: { view: 'DNAUsers.View', create: 'AppSettings.Update', update: 'AppSettings.Update', delete: 'AppSettings.Update' },
  isPickableByStaff: true,
  fields: {
    name: name('Name'),
    isDefault: defaulted(boolean("The firm's default"), false),
    days: defaulted(list('Days', { ...holidayShape, share: defaulted(holidayShape.share, HolidayShare.Whole) }, { max: 1000 }), []),
  },
  computed: { daysCount: integer('Days'), usersCount: integer('Users') },
  list: {
    columns: ['name', 'isDefault', 'daysCount', 'usersCount'],
    optionalColumns: ['createDate', 'updateDate', 'createdBy', 'updatedBy'],
    search: ['name'],
    sort: ['name'],
  },
  picker: ['isDefault'],
})
