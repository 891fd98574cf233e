CREATE TABLE `comment` (
	`id` text PRIMARY KEY NOT NULL,
	`project` text NOT NULL,
	`case` text,
	`finding` text,
	`author_kind` text NOT NULL,
	`person` text,
	`key` text,
	`body` text NOT NULL,
	`created_at` integer NOT NULL,
	`edited_at` integer,
	FOREIGN KEY (`project`) REFERENCES `project`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`case`) REFERENCES `failed_case`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`finding`) REFERENCES `finding`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`person`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "comment_place" CHECK(("comment"."case" is null) <> ("comment"."finding" is null))
);
--> statement-breakpoint
CREATE INDEX `comment_case` ON `comment` (`case`,`created_at`,`id`) WHERE "case" is not null;--> statement-breakpoint
CREATE INDEX `comment_finding` ON `comment` (`finding`,`created_at`,`id`) WHERE finding is not null;--> statement-breakpoint
CREATE TABLE `mention` (
	`comment` text NOT NULL,
	`person` text NOT NULL,
	`project` text NOT NULL,
	`text` text NOT NULL,
	`created_at` integer NOT NULL,
	`seen_at` integer,
	PRIMARY KEY(`comment`, `person`),
	FOREIGN KEY (`comment`) REFERENCES `comment`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`person`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`project`) REFERENCES `project`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `mention_person` ON `mention` (`person`,`project`,`created_at`,`comment`);