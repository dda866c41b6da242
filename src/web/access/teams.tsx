import { teams } from '../../model/access/teams.ts'
import { FormPage, ListPage, Swatch } from '../kit/pages.tsx'
import { AvatarFace, userName } from '../kit/parts/avatar.tsx'
import { TeamCapacity } from '../planning/public.tsx'
import { MembersControl } from './members-control.tsx'
import css from './teams.module.css'

const shownFaces = 3

export function TeamsPage() {
  return (
    <ListPage
      resource={teams}
      cells={{
        members: (members) =>
          members?.length ? (
            <span className={css.faces} role="img" aria-label={members.map(userName).join(', ')}>
              {members.slice(0, shownFaces).map((person) => (
                <AvatarFace key={person.id} user={person} size={22} />
              ))}
              {members.length > shownFaces && <span className="dna-muted">+{members.length - shownFaces}</span>}
            </span>
          ) : undefined,
      }}
      empty="No teams yet. Boards, workload and plans can be filtered by team."
    />
  )
}

export function TeamPage() {
  return (
    <FormPage
      resource={teams}
      state={({ color }) => color && <Swatch color={color} />}
      note={({ lead }) => lead && `Led by ${userName(lead)}`}
      sections={[
        ['Team', ['name', 'color', 'leadUserId', 'description']],
        ['', ['memberIds']],
      ]}
      controls={{ memberIds: (props) => <MembersControl {...props} /> }}
      removalImpact={({ name }) => `Boards can no longer be filtered by ${name}; its members stay as they are.`}
    >
      {({ id }) => <TeamCapacity teamId={id} />}
    </FormPage>
  )
}
