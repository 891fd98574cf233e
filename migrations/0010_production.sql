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
CREATE TABLE `judge_settings` (
	`project` text PRIMARY KEY NOT NULL,
	`enabled` integer NOT NULL,
	`share` real NOT NULL,
	`answers_per_day` integer NOT NULL,
	`usd_per_day` real NOT NULL,
	FOREIGN KEY (`project`) REFERENCES `project`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `judgement` (
	`id` text PRIMARY KEY NOT NULL,
	`project` text NOT NULL,
	`graph` text NOT NULL,
	`graph_created_at` integer NOT NULL,
	`query` text NOT NULL,
	`prediction` text NOT NULL,
	`system` text,
	`occurred_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	`state` text NOT NULL,
	`due_at` integer NOT NULL,
	`attempts` integer NOT NULL,
	`judgement` text,
	`reason` text,
	`quote` text,
	`message` text,
	`models` text,
	`usd` real NOT NULL,
	`asked_at` integer,
	FOREIGN KEY (`project`) REFERENCES `project`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `judgement_time` ON `judgement` (`project`,`occurred_at`,`id`);--> statement-breakpoint
CREATE INDEX `judgement_asked` ON `judgement` (`project`,`asked_at`) WHERE asked_at is not null;--> statement-breakpoint
CREATE INDEX `judgement_graph` ON `judgement` (`project`,`graph`);--> statement-breakpoint
CREATE INDEX `judgement_due` ON `judgement` (`project`,`due_at`) WHERE state = 'waiting';--> statement-breakpoint
ALTER TABLE `failed_case` ADD `correction` text;--> statement-breakpoint
ALTER TABLE `failed_case` ADD `confirmed` text;--> statement-breakpoint
ALTER TABLE `failed_case` ADD `refused` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `failed_case` ADD `decisions` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `project` ADD `open_corrections` integer DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE `report` ADD `filter` text DEFAULT '{}' NOT NULL;