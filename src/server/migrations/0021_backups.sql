CREATE TABLE "backups" (
	"night" date PRIMARY KEY NOT NULL,
	"state" smallint NOT NULL,
	"start_date" timestamp(3) with time zone NOT NULL,
	"end_date" timestamp(3) with time zone,
	"file" text,
	"size" bigint,
	"rows" bigint,
	"files" integer,
	"error" text
);
