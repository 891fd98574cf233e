CREATE TABLE `answer_decision` (
	`project` text NOT NULL,
	`case` text NOT NULL,
	`number` integer NOT NULL,
	`author` text NOT NULL,
	`created_at` integer NOT NULL,
	`decision` text NOT NULL,
	`inferred` text NOT NULL,
	`answer` text,
	PRIMARY KEY(`case`, `number`),
	FOREIGN KEY (`project`) REFERENCES `project`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`case`) REFERENCES `failed_case`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
ALTER TABLE `failed_case` ADD `decisions` integer DEFAULT 0 NOT NULL;