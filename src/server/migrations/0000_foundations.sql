create extension if not exists pg_trgm;
--> statement-breakpoint
create extension if not exists unaccent;
--> statement-breakpoint
-- Room 2 stands before Room 10, and upper case beside lower case.
create collation if not exists natural_order (provider = icu, locale = 'en-u-kn-true');
--> statement-breakpoint
-- What search compares: without case and accents.
create or replace function dna_fold(text) returns text language sql immutable parallel safe strict as $$ select lower(public.unaccent('public.unaccent'::regdictionary, $1)) $$;
--> statement-breakpoint
-- What uniqueness compares: without case, after NFC normalisation.
create or replace function dna_key(text) returns text language sql immutable parallel safe strict as $$ select lower(normalize($1, NFC)) $$;
