CREATE TABLE `graph_memory` (
	`project` text NOT NULL,
	`graph` text NOT NULL,
	`revision` text NOT NULL,
	`counted_at` integer NOT NULL,
	`changed_at` integer,
	`units` integer NOT NULL,
	`held` integer NOT NULL,
	`wrong` integer NOT NULL,
	`empty_searches` integer NOT NULL,
	`flags` text NOT NULL,
	`notable` text NOT NULL,
	PRIMARY KEY(`project`, `graph`),
	FOREIGN KEY (`project`) REFERENCES `project`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`project`,`graph`) REFERENCES `graph`(`project`,`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `graph_memory_counted` ON `graph_memory` (`project`,`counted_at`,`graph`);