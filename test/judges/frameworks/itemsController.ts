// @ts-nocheck These are decorators as tsoa has them, which is older than those of the language.
import {
  Body,
  Controller,
  FormField,
  Get,
  Header,
  Patch,
  Path,
  Post,
  Put,
  Query,
  Request,
  Route,
  UploadedFile,
  UploadedFiles,
} from '@tsoa/runtime';

type Color = 'red' | 'light blue' | '';

enum Level {
  Low = 1,
  Middle = 2,
  High = 3,
}

interface Address {
  street: string;
  zip: string | null;
  /** @isInt */
  floor?: number;
}

interface Item {
  text: string;
  nick?: string | null;
  /** @isInt */
  count?: number;
  weight?: number;
  isOpen?: boolean;
  color?: Color;
  level?: Level;
  /** @isDate */
  day?: Date;
  at?: Date;
  /** @pattern ^[0-9a-fA-F-]{36}$ */
  id?: string;
  tags?: string[];
  grid?: number[][];
  address?: Address;
  either?: string | number | boolean;
  labels?: Record<string, string>;
  more?: object;
  extra?: any;
}

interface Name {
  text: string;
  '@type'?: string;
  'odd name'?: number;
}

interface Circle {
  kind: 'circle';
  radius: number;
}

interface Box {
  kind: 'box';
  width: number;
  depth?: number | null;
}

type Change = Partial<Pick<Item, 'text' | 'nick'>>;

interface Empty {}

@Route()
export class ItemsController extends Controller {
  /**
   * @isInt count
   * @isDate day
   */
  @Get('items')
  listItems(
    @Request() request: any,
    @Query() text?: string,
    @Query() count?: number,
    @Query() weight?: number,
    @Query() isOpen?: boolean,
    @Query() color?: Color,
    @Query() level?: Level,
    @Query() day?: Date,
    @Query() at?: Date,
    @Query() tags?: string[],
    @Query() counts?: number[],
    @Query('sort[by]') sortBy?: string,
    @Query('odd name') oddName?: string,
    @Query('$top') top?: string,
    @Query() limit: number = 10,
  ): Empty {
    const named = { text, count, weight, isOpen, color, level, day, at, tags, counts, limit };
    return keep(request, { ...named, sort_by: sortBy, odd_name: oddName, top });
  }

  @Get('items/{id}')
  getItem(@Request() request: any, @Path() id: string): Empty {
    return keep(request, { id });
  }

  /** @isInt number */
  @Get('entries/{number}/{isOpen}')
  getEntry(@Request() request: any, @Path() number: number, @Path() isOpen: boolean): Empty {
    return keep(request, { number, isOpen });
  }

  @Get('trace')
  getTrace(
    @Request() request: any,
    @Header('x-trace') trace: string,
    @Header('x-count') count?: number,
  ): Empty {
    return keep(request, { 'x-trace': trace, 'x-count': count });
  }

  @Post('items')
  createItem(@Request() request: any, @Body() item: Item): Empty {
    return keep(request, item);
  }

  @Post('names')
  createName(@Request() request: any, @Body() name: Name): Empty {
    return keep(request, { text: name.text, type: name['@type'], odd_name: name['odd name'] });
  }

  @Patch('items/{id}')
  updateItem(@Request() request: any, @Path() id: string, @Body() change: Change): Empty {
    return keep(request, { id, ...change });
  }

  @Put('items/{id}/tags')
  replaceTags(@Request() request: any, @Path() id: string, @Body() tags: string[]): Empty {
    return keep(request, { id, body: tags });
  }

  @Post('shapes')
  createShape(@Request() request: any, @Body() shape: Circle | Box): Empty {
    return keep(request, { body: shape });
  }

  @Post('covers')
  uploadCover(
    @Request() request: any,
    @UploadedFile() image: Express.Multer.File,
    @FormField() title?: string,
    @FormField() pages?: number,
    @UploadedFiles() others?: Express.Multer.File[],
  ): Empty {
    const [file] = asFiles([image]);
    return keep(request, {
      image: file,
      title,
      pages,
      others: others?.length > 0 ? asFiles(others) : undefined,
    });
  }
}

/** Keeps what came where the API is served. */
function keep(request: any, given: object): Empty {
  request.app.locals.received.push(given);
  return {};
}

function asFiles(files: Express.Multer.File[]): object[] {
  return files.map(({ buffer, originalname, mimetype }) => ({
    base64: buffer.toString('base64'),
    filename: originalname,
    contentType: mimetype,
  }));
}
