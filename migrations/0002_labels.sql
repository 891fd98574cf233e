CREATE TABLE `case_label` (
	`project` text NOT NULL,
	`case` text NOT NULL,
	`number` integer NOT NULL,
	`author` text NOT NULL,
	`created_at` integer NOT NULL,
	`label` text,
	`is_adjudication` integer NOT NULL,
	PRIMARY KEY(`case`, `number`),
	FOREIGN KEY (`project`) REFERENCES `project`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`case`) REFERENCES `failed_case`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `case_label_author` ON `case_label` (`project`,`author`,`case`);--> statement-breakpoint
ALTER TABLE `failed_case` ADD `label_state` text DEFAULT 'none' NOT NULL;--> statement-breakpoint
ALTER TABLE `failed_case` ADD `labelled_by` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
-- Labels from before had no author: those of a file's cases came with the file.
INSERT INTO `case_label` (`project`, `case`, `number`, `author`, `created_at`, `label`, `is_adjudication`)
SELECT `project`, `id`, 1, iif(`origin` = 'import', 'import', 'unknown'), `created_at`, `label`, 0
FROM `failed_case` WHERE `label` IS NOT NULL;--> statement-breakpoint
UPDATE `failed_case` SET `label_state` = 'one', `labelled_by` = 1 WHERE `label` IS NOT NULL;
