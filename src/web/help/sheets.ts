export interface HelpSheet {
  id: string
  title: string
  intro: string
  parts: { heading: string; steps: string[] }[]
  to: string
}

export const sheets: HelpSheet[] = [
  {
    id: 'getting-around',
    title: 'Getting around',
    intro: 'Everything can be reached from the keyboard, and every list remembers how you like it.',
    to: '/dashboard',
    parts: [
      {
        heading: 'Go anywhere',
        steps: [
          'Press Ctrl+K and type a few letters of a page, a project, a room, a product or a button of the page you are on. Enter goes there.',
          'Press g and then a letter to open a page: g p opens the active projects, g e the equipment.',
          'Press ? anywhere to see every key that works on the page.',
          'The question mark at the top right explains what the page is for.',
          'The bell at the top right (g j) is your inbox: approvals, assignments and mentions that wait for you, and what you watch.',
        ],
      },
      {
        heading: 'Find things',
        steps: [
          'Ctrl+F or "Find anything" looks for projects, leads, rooms, templates, equipment and contracts. Enter opens the first hit in a new tab.',
          'Start with a letter and a colon to search for one kind only: "eq: dis" finds equipment, "s: 204" finds rooms.',
        ],
      },
      {
        heading: 'Work in lists',
        steps: [
          'Click a column head to sort. Add a filter for what you need; the count beside each choice shows how many rows would remain.',
          'A filter can be reversed: choose a value, then "is not". Prices, sizes and power take "above", "below" or both.',
          'Save a list as a view to come back to it, or share it with an access group. The address of the page holds it all, so you can send it.',
        ],
      },
    ],
  },
  {
    id: 'equipment',
    title: 'The equipment catalog',
    intro: 'Every product you can specify, with its price, power, heat, size and ports.',
    to: '/equipment',
    parts: [
      {
        heading: 'Look at a product',
        steps: [
          'Open a product to see what it is, its back panel, what it draws and which projects use it.',
          'The back panel is drawn from the ports: inputs, outputs, network and power, each with its count and names.',
          'Press e, or Edit, to change it. Price, size, power and Revit names are on the Details tab, ports and documents on their own.',
        ],
      },
      {
        heading: 'Change many at once',
        steps: [
          'Open the table (g i). It works as a spreadsheet: type, copy and paste with Excel, fill down with Ctrl+D, undo with Ctrl+Z.',
          'Cells that cannot be saved stay red and say why. Everything else is saved.',
          'In the list, select rows and choose Edit to give all of them the same availability, category, provider or installer.',
        ],
      },
      {
        heading: 'Keep it healthy',
        steps: [
          'Health counts what is missing, out of date or duplicated, and links to the rows.',
          'A discontinued product can be replaced everywhere at once: open it, choose Replace, check the preview.',
        ],
      },
    ],
  },
  {
    id: 'import',
    title: 'Importing a catalog',
    intro: 'Bring your catalog in from a workbook, or ports and power from device files.',
    to: '/equipment/import',
    parts: [
      {
        heading: 'Start with the catalog',
        steps: [
          'Go to Equipment, Import, and choose Load the starter catalog. What you already have stays as it is.',
          'Enter your own prices; the starter catalog has none. Undo on the same page removes what was loaded.',
        ],
      },
      {
        heading: 'From a workbook',
        steps: [
          'Go to Equipment and choose Import. Drop an Excel or CSV file with a row for each product, or begin with the sample workbook.',
          'Match the columns. Names such as "Mfr" or "List price" are recognized.',
          'Run the trial. It lists, row by row, what is new, what will change (field, old, new) and what is refused and why.',
          'Start the import when the trial is right. Manufacturers that do not exist yet are created along the way.',
        ],
      },
      {
        heading: 'From device files',
        steps: [
          'Drop one YAML file or a zip of many. Interfaces, console ports, inlets and outlets become ports and power.',
          'A value that does not fit is listed in the result of its row, so nothing is lost silently.',
        ],
      },
      {
        heading: 'From WireCAD',
        steps: [
          'Under Integrations, WireCAD, upload a product specification or the Systems grid of a project, or pull it from the bridge.',
          'Choose for each item whether it is linked, updated or created. After approval, each item is processed separately.',
        ],
      },
      {
        heading: 'Undo an import',
        steps: ['Every import is one change set. Open it under Restore, Change sets, and undo it as a whole.'],
      },
    ],
  },
  {
    id: 'projects',
    title: 'Leads and projects',
    intro: 'From the first call to the closed job.',
    to: '/active-projects',
    parts: [
      {
        heading: 'From lead to project',
        steps: [
          'Create a lead for work that may come. Its state pill is the menu of what can happen next.',
          'Promote a lead that is won: it becomes an opportunity, and with an accepted proposal an active project. Notes, contacts and history come along.',
        ],
      },
      {
        heading: 'Set up a project',
        steps: [
          'Give it a name and a client. Client variables fill in by themselves.',
          'Add the people and companies on it. Add buildings and levels before rooms, so that each room can go on its level.',
          'Put milestones, meetings and deliverables on the timeline, beside the phases of the contracts.',
        ],
      },
      {
        heading: 'Issue revisions',
        steps: [
          'Under Documents, Revisions, issue the project as it is. A revision keeps rooms, equipment and prices as they were that day.',
          'Compare two revisions, or one with today, to see every difference and its effect on cost.',
        ],
      },
      {
        heading: 'Who sees it',
        steps: [
          'Without an access list, everyone who may see projects sees this one.',
          'Once a person or group is on the list, only those on it do. Removing the last one asks first, because it opens the project to everyone.',
        ],
      },
    ],
  },
  {
    id: 'rooms',
    title: 'Laying out rooms',
    intro: 'A space is a room with a number, its equipment, its budget and its limits.',
    to: '/active-projects',
    parts: [
      {
        heading: 'Create rooms',
        steps: [
          'On the Spaces tab, create one room or many at once, by number.',
          'Create a room from a template to start with its equipment, or copy a room you already have.',
        ],
      },
      {
        heading: 'Add equipment',
        steps: [
          'Press n and type a tag or a model. The exact tag comes first; Enter adds it.',
          '"4 x DIS-75" adds four. Paste two columns from a spreadsheet (tag or model, quantity) to check and add a whole list.',
          'Group lines by area: lectern, front wall, rack. Drag lines between groups, or select several and change them together.',
          'Ctrl+Z undoes any change in the room.',
        ],
      },
      {
        heading: 'Stay within limits',
        steps: [
          'Power, heat and budget of a room are added up as you go. A strip on top says what is over, by how much and why.',
          'Click any total to see how it adds up.',
          'The design check looks at circuits, PoE, cable lengths, conduits, racks and displays. Follow a finding to its cause, or waive it with a reason.',
        ],
      },
      {
        heading: 'Racks and cables',
        steps: [
          'Under Equipment, Racks, drag units from the tray into a rack. With keys: Enter picks one up, arrows move it.',
          'On the Signal flow tab of a room, drag from port to port to connect two units. Ports that fit are marked while you drag.',
          'Under Equipment, Cables, find every connection with its length and state, and what cable to buy. Labels are printed from there.',
          'On the Circuits tab, enter the breakers that feed a room, and choose a circuit on each line of equipment.',
        ],
      },
    ],
  },
  {
    id: 'templates',
    title: 'Templates',
    intro: 'Design a standard room once, then keep every room created from it in sync.',
    to: '/space-templates',
    parts: [
      {
        heading: 'Create a template',
        steps: ['Create one under Space templates and add equipment as in a room.', 'Or save a finished room as a template.'],
      },
      {
        heading: 'Push a change',
        steps: [
          'Change the template, then choose Push. The preview lists every room, what would change, and where someone changed the same line by hand.',
          'Choose the rooms. Lines changed by hand keep their change unless you say otherwise.',
        ],
      },
      {
        heading: 'Names and numbers',
        steps: [
          'Naming templates number drawing documents from parts such as document type, level, room number and sequence. The example shows the result as you type.',
        ],
      },
    ],
  },
  {
    id: 'money',
    title: 'Budgets, quotes and reports',
    intro: 'One set of rules says what equipment costs, so every page and file agrees to the cent.',
    to: '/download-center',
    parts: [
      {
        heading: 'What things cost',
        steps: [
          'The price of a line is its MSRP, or the price you enter for this room. Factors of the project add installation, freight and tax.',
          'Owner-furnished equipment (FBO) is in every total, but not in the opinion of probable cost.',
        ],
      },
      {
        heading: 'Quotes and bills of materials',
        steps: [
          'The master quote of a room groups it by product, provider and installer.',
          'Under Documents, Reports, choose what you need and for which rooms: as of today, or as of a revision. The file is generated in the background.',
          'The download center (g r) keeps your files. One you are waiting for downloads automatically.',
        ],
      },
    ],
  },
  {
    id: 'contracts',
    title: 'Contracts',
    intro: 'Work promised to a client for a price: phases, people and hours, labor rates, expenses.',
    to: '/manage-contracts',
    parts: [
      {
        heading: 'Draw up a proposal',
        steps: [
          'Under Money, Contracts of a project, create a proposal. Labor rates start with the DNA defaults.',
          'Add phases, and people or labor types with their hours. Add direct expenses such as travel, with receipts.',
          'Drag the bar of a phase to move it, its edges to make it longer or shorter. Type the hours of a month in place.',
          'The totals on the right (revenue, cost and margin) update as you type.',
        ],
      },
      {
        heading: 'Get it approved',
        steps: [
          'Send it for approval from the state pill. Its menu shows the steps you can take.',
          'An approved contract is locked. Amendments add or remove hours without changing what was signed.',
          'Fee health compares the hours worked with the plan, and shows when the cost will exceed the fee.',
        ],
      },
    ],
  },
  {
    id: 'planning',
    title: 'Planning people',
    intro: 'Assignments, and whether there is time for them.',
    to: '/big-board',
    parts: [
      {
        heading: 'Read the boards',
        steps: [
          'The big board shows every project, the small board one project, my board your own work.',
          'Switch between weeks and months, and between hours, FTE and percent. Firm hours are solid, tentative ones hatched, overbooked ones red.',
        ],
      },
      {
        heading: 'Plan',
        steps: [
          'On the small board, type hours into a cell. The hours each person has left are shown beside it.',
          'Drag a phase to move it, its edges to make it longer or shorter. With keys: Enter picks it up, arrows move it, Enter puts it down.',
        ],
      },
      {
        heading: 'Move hours',
        steps: [
          'The workload shows how busy everyone is. Click a cell to see why, and who else with the same labor type could take over.',
          'Offer hours to someone else, or ask to work them in another month. Both are decided in the inbox.',
          'Try a change out in a scenario: the contracts stay as they are until you apply it.',
        ],
      },
      {
        heading: 'Working time',
        steps: [
          'Every person has a work schedule, a holiday calendar and absences, on the Working time tab of the person.',
          'Capacity is what is left of the schedule after holidays and absences.',
        ],
      },
    ],
  },
  {
    id: 'people',
    title: 'People and permissions',
    intro: 'Roles say what someone may do; access lists say in which projects.',
    to: '/users',
    parts: [
      {
        heading: 'Add people',
        steps: [
          'Create a person under Internal users with a name, an e-mail address and a role.',
          'Invite people from outside, or create them under External users. The external access list of a project says which of its parts they see.',
        ],
      },
      {
        heading: 'Roles',
        steps: [
          'A role is a list of permissions. A change takes effect immediately for everyone who has it.',
          'You can only grant permissions you have yourself.',
        ],
      },
      {
        heading: 'When someone leaves',
        steps: [
          'Suspend the person. They can no longer sign in, and everything they did keeps their name.',
          'The audit log shows who did what. Deleted items can be restored on the Restore pages.',
        ],
      },
    ],
  },
]
